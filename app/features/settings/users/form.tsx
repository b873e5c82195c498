import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { formOf, saving } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/entity-form";
import { CheckboxesField, CheckboxField, SelectField, TextField } from "~/ui/field";
import { keepForm } from "~/ui/keep-form";
import { useListSearch } from "~/ui/page";
import { roleChoices } from "../roles/roles.server";
import { user, userTypeLabels } from "./user";
import { changeSchema, users } from "./users.server";

const store = { ...users, changeSchema };

export const loader = screen([user.write], async ({ params, user: me }) => {
  const loaded = await formOf(store, params);
  return { ...loaded, roles: await roleChoices(db, me), isMe: loaded.stored?.id === me.id };
});

export const action = saving(user, store);
export const clientAction = keepForm();

export default function UserForm() {
  const loaded = useLoaderData<typeof loader>();
  const { stored, isMe } = loaded;
  const form = useEntityForm(user, loaded, { values: { user_type: "staff" } });
  const { field, current } = form;
  return (
    <EntityDialog form={form} below={stored && <AccessLink id={stored.id} />}>
      <TextField
        {...field("username")}
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <TextField {...field("email")} type="email" dir="ltr" autoComplete="off" />
      <TextField
        {...field("password")}
        type="password"
        dir="ltr"
        autoComplete="new-password"
        hint={
          stored
            ? "اتركها فارغة لتبقى كما هي. كلمة المرور الجديدة تنهي جلسات المستخدم."
            : "عشرة أحرف على الأقل، وليست اسم المستخدم ولا كلمة شائعة."
        }
      />
      <SelectField
        {...field("user_type")}
        choices={userTypeLabels}
        hint="المدير وحده يحذف الوكلاء. أما الصلاحيات فمن الأدوار."
      />
      <CheckboxesField
        {...field("role_ids")}
        storedValue={current?.roles}
        choices={loaded.roles}
        hint="له مجموع صلاحيات أدواره."
        empty="لا توجد أدوار بعد. احفظ المستخدم، ثم أضف الأدوار من شاشتها، وعد إلى هنا لمنحها."
      />
      {stored &&
        (isMe ? (
          <div className="field">
            <p className="hint">هذا حسابك أنت: لا يمكنك إيقافه ولا حذفه.</p>
          </div>
        ) : (
          <CheckboxField
            {...field("is_active")}
            text="نشط"
            hint="من أوقف حسابه لا يدخل، وتنقطع جلساته المفتوحة."
          />
        ))}
    </EntityDialog>
  );
}

function AccessLink({ id }: { id: number }) {
  const search = useListSearch();
  return (
    <p className="mt-3">
      <a href={`${user.path}/${id}/access${search}`} data-stay="">
        الجلسات والخطوة الثانية
      </a>
    </p>
  );
}
