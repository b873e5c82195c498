import { useLoaderData, useSearchParams } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { choiceOf, screenPage } from "~/db/list.server";
import { countPhrase } from "~/domain/count-words";
import { parse } from "~/domain/input.server";
import { namesOf } from "~/domain/states";
import { customer } from "~/features/customers/customer";
import { papersFolder, paperTypeLabels, paperTypeNouns } from "~/features/customers/paper";
import { checkDates } from "~/features/customers/papers.server";
import { groupMeta } from "~/features/groups/group-page";
import { screen } from "~/http/screen.server";
import { DateInput } from "~/ui/page/date-input";
import { Pagination } from "~/ui/page/pagination";
import { Table } from "~/ui/page/table";
import { TrialRows } from "~/ui/page/trial";
import { paperCount, papersOfGroup } from "./group-papers";
import { MatchTable } from "./match-table";
import { factsSchema, papersUpload, readFacts } from "./papers.server";
import { shownTrial, trialAddress } from "./uploads/engine.server";
import { FilesField } from "./uploads/files-field";
import { FilesLeft } from "./uploads/files-left";
import { memberColumns } from "./uploads/member-columns";
import { filesOf, readFilesChange } from "./uploads/read.server";
import { uploadAction } from "./uploads/upload-action.server";
import { CarryOut, stayFresh, UploadField, UploadForm, UploadPage } from "./uploads/upload-page";
import { readUpload } from "./uploads/uploads.server";

export const meta = groupMeta("أوراق المجموعة");

const { labels } = papersOfGroup(0);

export const loader = screen([customer.write], async (visit) => {
  const { trial, ...shown } = await shownTrial(papersUpload, visit);
  const { members, matches, files } = trial;
  const page = await screenPage(async (address) => {
    const missing = choiceOf(address, "missing", namesOf(paperTypeLabels));
    return members.filter(({ types }) => !missing || !types.includes(missing));
  }, trialAddress(visit.url.searchParams));
  return {
    ...shown,
    total: members.length,
    lacking: namesOf(paperTypeLabels).map(
      (type) => members.filter(({ types }) => !types.includes(type)).length,
    ),
    matches,
    files,
    page,
  };
});

export const shouldRevalidate = stayFresh;

/** Adds to what was brought for the group, or saves what matches. */
export const action = uploadAction(papersUpload, {
  async change(form, key) {
    const facts = filesOf(form).length ? parse(factsSchema, Object.fromEntries(form), labels) : {};
    checkDates(facts);
    const { files } = await readUpload(db, key);
    const factsOf = readFacts(form, files);
    return { ...(await readFilesChange(form, papersFolder)), facts, factsOf };
  },
  sent(form, { files }) {
    const facts = readFacts(form, files);
    return { terms: null, files: files.map((file) => ({ ...file, ...facts.get(file.id) })) };
  },
  done: (count) => `حفظت ${countPhrase(count, paperCount)}`,
});

export default function GroupPapers() {
  const { group: of, total, lacking, matches, files, brought, sealed, page } = useLoaderData<typeof loader>();
  const { path } = papersOfGroup(of.id);
  const [params] = useSearchParams();
  return (
    <UploadPage
      screen="papers"
      all={{ label: "الأعضاء", rows: total, href: path }}
      parts={namesOf(paperTypeNouns).map((type, index) => ({
        label: `بلا ${paperTypeNouns[type]}`,
        rows: lacking[index] ?? 0,
        href: `${path}?missing=${type}`,
      }))}
    >
      {matches.length > 0 && (
        <CarryOut
          path={path}
          deed={`حفظ ${countPhrase(matches.length, paperCount, "genitive")}`}
          hint="كل ما طابق عضوًا يحفظ معًا، أو لا يحفظ شيء. صحّح قبل ذلك نوع كل ورقة وتاريخيها."
          {...sealed}
        >
          <MatchTable matches={matches} />
        </CarryOut>
      )}
      <UploadForm
        key={brought}
        isOpen={total + matches.length + files.length > 0}
        path={path}
        title="رفع أوراق"
        save="رفع ومعاينة"
        mayClear={matches.length + files.length > 0}
        mayCarryOut={matches.length > 0}
        fields={
          <>
            <UploadField
              name="type"
              label={labels.type}
              wide
              stored={params.get("type") ?? undefined}
              control={(props) => (
                <select {...props}>
                  {Object.entries(paperTypeLabels).map(([type, label]) => (
                    <option key={type} value={type}>
                      {label}
                    </option>
                  ))}
                </select>
              )}
            />
            {(["issue_date", "expiry_date"] as const).map((name) => (
              <UploadField
                key={name}
                name={name}
                label={`${labels[name]} (لكلها، اختياري)`}
                control={(props) => <DateInput {...props} />}
              />
            ))}
            <FilesField hint="اخترها معًا، وفي اسم كل ملف رقم جواز صاحبه أو هويته أو تأشيرته." />
          </>
        }
      >
        <FilesLeft files={files} folder={papersFolder} />
      </UploadForm>
      <TrialRows
        page={page}
        isFiltered={total > 0}
        noMatch="لكل الأعضاء هذه الورقة"
        none="لا أعضاء في المجموعة بعد"
        next="أضف الأعضاء أولًا."
      >
        <Table
          titled
          caption="الأعضاء وأوراقهم"
          rows={page.rows}
          columns={[
            ...memberColumns,
            ...namesOf(paperTypeLabels).map((type) => ({
              label: paperTypeLabels[type],
              cell: ({ types }: (typeof page.rows)[number]) => (types.includes(type) ? "✓" : "—"),
            })),
          ]}
        />
      </TrialRows>
      <Pagination {...page} />
    </UploadPage>
  );
}
