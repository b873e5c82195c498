import { useEffect, useState } from "react";
import { type Common, Remarks } from "./form/remarks";

const types = ["image/png", "image/jpeg", "image/webp"];

/** A picture: the stored one, or with JavaScript the newly chosen one, and a file input. It is the last field of its form. */
export function PictureField({
  field,
  label,
  url,
  alt,
  className,
}: Pick<Common, "field" | "label"> & {
  /** The address of the stored picture. */
  url?: string | null;
  alt: string;
  className: string;
}) {
  const [preview, setChosen] = useState<string>();
  useEffect(() => () => URL.revokeObjectURL(preview ?? ""), [preview]);
  // After a step without JavaScript the file must be chosen again, since browsers do not keep it.
  const [isLost] = useState(Boolean(field.initialValue));
  const source = preview ?? url;
  return (
    <div className="field wide">
      <label htmlFor={field.id}>{label}</label>
      {source && <img className={className} src={source} alt={alt} />}
      <input
        id={field.id}
        type="file"
        name={field.name}
        accept={types.join()}
        aria-describedby={`${field.errors ? `${field.errorId} ` : ""}${field.descriptionId}`}
        aria-invalid={field.errors ? true : undefined}
        onChange={({ target: { files } }) => {
          const file = files?.[0];
          setChosen(file && types.includes(file.type) ? URL.createObjectURL(file) : undefined);
        }}
      />
      {isLost && !preview && <p className="now">اختر الصورة مرة أخرى: لا يحتفظ بها المتصفح بين خطوتين.</p>}
      <Remarks
        field={field}
        hint={`PNG أو JPEG أو WebP، حتى 10 ميغابايت. ${url ? "تبقى الصورة الحالية إن لم تختر غيرها." : ""}`}
      />
    </div>
  );
}
