import { useLoaderData } from "@remix-run/react";
import { type Asked, askedByValues } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { quote } from "~/domain/nouns";
import type { SessionUser } from "~/domain/permissions";
import { roleOffer } from "~/features/roles/roles.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog/dialog";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { CheckboxField, SelectField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { LatinField } from "~/ui/form/latin-field";
import { OfferBoxesField } from "~/ui/form/offer-field";
import { Fact, useListSearch } from "~/ui/page/page";
import { Sentence } from "~/ui/page/sentence";
import { ActiveBadge } from "~/ui/page/status-badge";
import { refusalToTouch } from "./access.server";
import { type User, user, userTypeLabels } from "./user";
import { changeSchema, users } from "./users.server";

const store = { ...users, changeSchema };

export const loader = screen([user.write], async ({ params, user: me }) => {
  const loaded = await formOf(store, params);
  const { row } = loaded;
  return {
    ...loaded,
    offers: await offersOf(askedByValues(row), me),
    isMe: row?.id === me.id,
    refusal: row && (await refusalToTouch(db, me, row.id)),
  };
});

const offersOf = async (asked: Asked, giver: SessionUser) => ({ role_ids: await roleOffer(asked, giver) });

export const action = saveAction(user, store, { offers: (asked, _, visit) => offersOf(asked, visit.user) });
export const clientAction = keepForm();

export default function UserForm() {
  const { row, refusal } = useLoaderData<typeof loader>();
  return row && refusal ? <OthersUser row={row} refusal={refusal} /> : <EditedUser />;
}

/** A user that the reader may not change. */
function OthersUser({ row, refusal }: { row: User; refusal: string }) {
  const back = `${user.path}${useListSearch()}`;
  return (
    <Dialog title={`المستخدم ${quote(row.username)}`} back={back}>
      <p className="notice">
        <Sentence text={refusal} />
      </p>
      <dl className="facts">
        <Fact label={user.labels.email}>
          <bdi dir="ltr" className="wraps">
            {row.email}
          </bdi>
        </Fact>
        <Fact label={user.labels.user_type}>{userTypeLabels[row.user_type]}</Fact>
        <Fact label={user.labels.role_ids}>{row.roles.map(({ name }) => name).join("، ") || "—"}</Fact>
        <Fact label={user.labels.is_active}>
          <ActiveBadge active={row.is_active} />
        </Fact>
      </dl>
      <AccessLink id={row.id} />
      <div className="form-actions">
        <a className="button" href={back} data-stay="">
          إغلاق
        </a>
      </div>
    </Dialog>
  );
}

function EditedUser() {
  const loaded = useLoaderData<typeof loader>();
  const { row, isMe } = loaded;
  const form = useEntityForm(user, loaded, { values: { user_type: "staff" } });
  const { field, offer, current } = form;
  return (
    <EntityDialog form={form} below={row && <AccessLink id={row.id} />}>
      <TextField
        {...field("username")}
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <TextField {...field("email")} autoComplete="off" />
      <TextField {...field("full_name")} autoComplete="off" hint="في الكشوف والقسائم إن كان مشرفًا." />
      <LatinField {...field("full_name_latin")} example="Salem Bawazir" />
      {isMe ? (
        <div className="field">
          <p className="hint">
            كلمة مرورك تغيرها من <a href="/account">حسابي</a>.
          </p>
        </div>
      ) : (
        <TextField
          {...field("password")}
          type="password"
          dir="ltr"
          autoComplete="new-password"
          hint={
            row
              ? "اتركها فارغة لتبقى كما هي. كلمة المرور الجديدة تنهي جلسات المستخدم."
              : "عشرة أحرف على الأقل، وليست اسم المستخدم ولا كلمة شائعة."
          }
        />
      )}
      <SelectField {...field("user_type")} hint="المدير وحده يحذف الوكلاء. أما الصلاحيات فمن الأدوار." />
      <OfferBoxesField
        {...offer("role_ids")}
        storedValue={current?.roles}
        hint="له مجموع صلاحيات أدواره."
        empty="لا توجد أدوار بعد. احفظ المستخدم، ثم أضف الأدوار من شاشتها، وعد إلى هنا لمنحها."
      />
      {row &&
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
