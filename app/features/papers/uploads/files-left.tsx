import { countPhrase } from "~/domain/count-words";
import { mostFormFields } from "~/domain/form-values";
import { FileLink, FileName } from "~/ui/page/file-link";
import { Table } from "~/ui/page/table";
import { fileCount, type LeftFile } from "./upload";

/** Takes a file out of the upload; a button of the form in which it stands. */
export const DropFile = ({ id }: { id: number }) => (
  <button className="button small" type="submit" name="drop" value={id} formNoValidate>
    حذف
  </button>
);

/** The name of a file, which opens it where it is stored. */
export const UploadedFile = ({
  folder,
  file_name,
  given_name,
}: { folder: string } & Pick<LeftFile, "file_name" | "given_name">) =>
  file_name ? (
    <FileLink path={`/uploads/${folder}/${file_name}`}>
      <FileName name={given_name} />
    </FileLink>
  ) : (
    <FileName name={given_name} />
  );

/** The members' own fields are in the same form. */
const mostListed = mostFormFields / 3;

/** The files that will not be kept, each with its reason, and a field for whose it is. */
export function FilesLeft({ files, folder }: { files: LeftFile[]; folder: string }) {
  if (!files.length) return null;
  return (
    <>
      <Table
        titled
        caption="ملفات لن تحفظ"
        rows={files.slice(0, mostListed)}
        columns={[
          {
            label: "الملف",
            cell: (file) => <UploadedFile {...file} folder={folder} />,
          },
          { label: "السبب", cell: ({ reason }) => reason },
          {
            label: "رقم جواز صاحبه",
            cell: ({ id, owner, file_name, given_name }) =>
              file_name && (
                <input
                  type="text"
                  name={`owner_${id}`}
                  defaultValue={owner ?? ""}
                  dir="ltr"
                  autoComplete="off"
                  aria-label={`رقم جواز صاحب الملف ${given_name}`}
                />
              ),
          },
          { label: "حذفه", cell: ({ id }) => <DropFile id={id} /> },
        ]}
      />
      {files.length > mostListed && (
        <p className="mt-3 text-muted">
          وبعدها {countPhrase(files.length - mostListed, fileCount)}: احذف أو أكمل ما قبلها لتراها.
        </p>
      )}
    </>
  );
}
