import { visa, visaFolder, visaStates } from "~/features/visas/visa";
import { Badge } from "~/ui/page/page";
import { StateBadge } from "~/ui/page/status-badge";
import { Table } from "~/ui/page/table";
import { DropFile, UploadedFile } from "../uploads/files-left";
import { memberColumns } from "../uploads/member-columns";
import { type Decision, type Outcome, outcomes, type Verdict } from "./group-visa";

const tones = { left: "bad", ready: "good", untouched: "plain", settled: "plain" } as const satisfies Record<
  Outcome,
  string
>;

/** The members with their visas; beside who waits for a decision stands what is typed for them. A part of the form. */
export function MemberTable({ rows, decision }: { rows: Verdict[]; decision: Decision }) {
  const isApproval = decision === "approved";
  return (
    <Table
      titled
      caption="الأعضاء وتأشيراتهم"
      rows={rows}
      columns={[
        ...memberColumns,
        {
          label: "التأشيرة",
          cell: ({ visa_id, status, visa_number }) =>
            visa_id && status ? (
              <span>
                <a href={`${visa.path}/${visa_id}`}>
                  <StateBadge of={visaStates} state={status} />
                </a>
                {visa_number && (
                  <small>
                    <bdi dir="ltr">{visa_number}</bdi>
                  </small>
                )}
              </span>
            ) : (
              "لا طلب"
            ),
        },
        isApproval
          ? {
              label: visa.labels.visa_number,
              cell: (row) =>
                row.status === "pending" && (
                  <input
                    type="text"
                    name={`number_${row.id}`}
                    key={row.value}
                    defaultValue={row.value}
                    dir="ltr"
                    autoComplete="off"
                    aria-label={`${visa.labels.visa_number} ${row.name}`}
                  />
                ),
            }
          : {
              label: "يرفض",
              cell: (row) =>
                row.status === "pending" && (
                  <label className="tick">
                    <input type="hidden" name={`listed_${row.id}`} value="1" />
                    <input
                      type="checkbox"
                      name={`reject_${row.id}`}
                      value="1"
                      key={row.outcome}
                      defaultChecked={row.outcome !== "untouched"}
                      aria-label={`رفض طلب ${row.name}`}
                    />
                    {row.value}
                  </label>
                ),
            },
        ...(isApproval
          ? [
              {
                label: "الملف",
                cell: ({ files }: Verdict) =>
                  files.length
                    ? files.map((file) => (
                        <span key={file.id} className="beside">
                          <UploadedFile {...file} folder={visaFolder} />
                          <DropFile id={file.id} />
                        </span>
                      ))
                    : "—",
              },
            ]
          : []),
        {
          label: "النتيجة",
          cell: ({ outcome, reason }) => (
            <span>
              <Badge tone={tones[outcome]}>{outcomes[outcome]}</Badge>
              {reason && <small>{reason}</small>}
            </span>
          ),
        },
      ]}
    />
  );
}
