import { type Common, Remarks } from "~/ui/form/remarks";
import { ServiceIcon } from "./icons";
import { type IconName, iconLabels, iconNames } from "./other-service";

/** A choice of one icon. Each is drawn; its name is its title and its label for screen readers. */
export function IconPicker({ field, label, storedValue }: Pick<Common, "field" | "label" | "storedValue">) {
  return (
    <fieldset
      className="field wide"
      id={field.id}
      tabIndex={-1}
      aria-describedby={field.errors && field.errorId}
    >
      <legend>{label}</legend>
      <div className="icon-picker">
        {iconNames.map((icon) => (
          <label key={icon} title={iconLabels[icon]}>
            <input
              type="radio"
              name={field.name}
              value={icon}
              defaultChecked={icon === field.initialValue}
              aria-label={iconLabels[icon]}
            />
            <ServiceIcon name={icon} />
          </label>
        ))}
      </div>
      <Remarks
        field={field}
        storedValue={
          storedValue && storedValue !== field.initialValue ? iconLabels[storedValue as IconName] : undefined
        }
      />
    </fieldset>
  );
}
