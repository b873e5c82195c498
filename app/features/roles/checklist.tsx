import { useActionData, useLoaderData } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { quote } from "~/domain/nouns";
import { permissionGroups, permissionLabels, permissionSentences } from "~/domain/permissions";
import { redirectWithFlash } from "~/http/flash.server";
import { formScreen, idParam, screen, submit } from "~/http/screen.server";
import { OfficeForm, useOfficeForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { Remarks } from "~/ui/form/remarks";
import { AuditLogLink } from "~/ui/page/links";
import { role } from "./role";
import { permissionsOf, permissionsSchema, roleSummaries, roles, setPermissions } from "./roles.server";
import { RolesPage } from "./roles-page";

const { path } = role;

export const meta = () => [{ title: "صلاحيات الدور · الأدوار والصلاحيات" }];

export const loader = screen([role.write], async ({ params }) => {
  const chosen = await roles.find(db, idParam(params.id));
  const [rolePermissions, permissions, all] = await Promise.all([
    permissionsOf(db, chosen.id),
    permissionsOf(db),
    roleSummaries(db),
  ]);
  return { chosen, rolePermissions, permissions, roles: all };
});

export const action = formScreen([role.write], ({ request, params, user }) => {
  const id = idParam(params.id);
  const save: Parameters<typeof submit<typeof permissionsSchema>>[2] = async (input, { readAt }) => {
    const { name } = await transact(user, (trx) => setPermissions(trx, id, input, { user, readAt }));
    return redirectWithFlash(`${path}/${id}`, `تم حفظ صلاحيات الدور ${quote(name)}`);
  };
  return submit(request, permissionsSchema, save, { failure: "فشل حفظ التغييرات" });
});

export const clientAction = keepForm();

export default function RolePermissions() {
  const { chosen, rolePermissions, roles } = useLoaderData<typeof loader>();
  return (
    <RolesPage roles={roles} chosen={chosen.id}>
      <section className="sheet-card">
        <div className="page-head">
          <div>
            <h2>صلاحيات الدور «{chosen.name}»</h2>
            {chosen.description && <p className="whitespace-pre-line">{chosen.description}</p>}
          </div>
          <p className="row-actions actions">
            <a href={`${path}/${chosen.id}/edit`} data-stay="">
              تعديل الاسم
            </a>
            <a
              className="danger"
              href={`${path}/${chosen.id}/delete`}
              data-confirm="browser"
              data-question={`هل أنت متأكد من حذف الدور ${quote(chosen.name)}؟`}
              data-then={path}
            >
              حذف
            </a>
          </p>
        </div>
        {/* The key renders the boxes again for another role and after saving. */}
        <Checklist key={`${chosen.id} ${rolePermissions.map(({ id }) => id)}`} />
      </section>
    </RolesPage>
  );
}

type Current = { permissions: { id: number }[] };

function Checklist() {
  const { chosen, rolePermissions, permissions } = useLoaderData<typeof loader>();
  const reply = useActionData<{ current?: Current }>();
  const [form, fields] = useOfficeForm<{ permission_ids: string[] }>("checklist", {
    values: { permission_ids: rolePermissions.map(({ id }) => id) },
  });
  const { permission_ids: field } = fields;
  const ticked = [field.initialValue ?? []].flat().map(String);
  const idOf = new Map(permissions.map(({ id, name }) => [name, id]));
  const now = reply?.current?.permissions.map(({ id }) => id);
  return (
    <OfficeForm
      form={form}
      labels={{ permission_ids: "الصلاحيات" }}
      updatedAt={chosen.updated_at}
      save="حفظ الصلاحيات"
      back={path}
      buttons={<AuditLogLink of={role} id={chosen.id} />}
    >
      <input type="hidden" name={field.name} value="" />
      <div className="checklist" id={field.id} tabIndex={-1}>
        {permissionGroups.map(([label, names], group) => (
          <fieldset key={label}>
            <legend>{label}</legend>
            {names.map((name, place) => (
              <label key={name}>
                <input
                  type="checkbox"
                  autoFocus={!group && !place}
                  name={field.name}
                  value={idOf.get(name)}
                  defaultChecked={ticked.includes(String(idOf.get(name)))}
                />
                <span>
                  {permissionLabels[name]}
                  <small>{permissionSentences[name]}</small>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      <div className="field">
        <Remarks
          field={field}
          storedValue={
            now &&
            permissions
              .filter(({ id }) => now.includes(id))
              .map(({ name }) => permissionLabels[name])
              .join("، ")
          }
        />
      </div>
    </OfficeForm>
  );
}
