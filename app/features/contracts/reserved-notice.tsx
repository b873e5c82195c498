import { countPhrase, seatCount } from "~/domain/count-words";
import { CheckboxField } from "~/ui/form/field";
import type { ReservedShown } from "./reserved-signing.server";

/** Which hold, or who of the waiting list, becomes contracts. A hold with more seats than are signed keeps the rest, unless it ends. */
export function ReservedNotice({
  of: { kind, id, name, phone, seats, status, until },
  endRest,
}: {
  of: ReservedShown;
  endRest: Omit<React.ComponentProps<typeof CheckboxField>, "text">;
}) {
  return (
    <>
      <input type="hidden" name={kind} value={id} />
      <p className={`field wide notice ${status === "current" ? "info" : ""}`} role="note">
        {kind === "hold_id" ? "من الحجز المؤقت" : "من قائمة الانتظار"}: <bdi>{name}</bdi>
        {phone && (
          <>
            {" "}
            <bdi dir="ltr">{phone}</bdi>
          </>
        )}
        ، {countPhrase(seats, seatCount)}
        {until && (
          <>
            {" "}
            حتى <bdi dir="ltr">{until}</bdi>
          </>
        )}
        {status === "ended" && " (انتهى)"}
      </p>
      {kind === "hold_id" && seats > 1 && (
        <CheckboxField {...endRest} text="ينتهي الحجز إن وقّع أقل من مقاعده، وإلا بقي ما زاد حتى موعده" />
      )}
    </>
  );
}
