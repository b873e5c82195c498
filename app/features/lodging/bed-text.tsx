import type { Bed } from "~/features/journey/beds.server";
import { roomKindLabels } from "./room";

/** A bed in one line, for a cell of a sheet: «فندق الصفوة: 201» */
export const bedLine = ({ hotel, room }: Bed) => [hotel, room ?? "بلا غرفة"].filter(Boolean).join(": ");

/** «فندق الصفوة: الغرفة 201 (رجال)» */
export const BedText = ({ hotel, room, kind }: Bed) => (
  <>
    {hotel && `${hotel}: `}
    {room ? (
      <>
        الغرفة <bdi dir="ltr">{room}</bdi>
        {kind && ` (${roomKindLabels[kind]})`}
      </>
    ) : (
      "بلا غرفة"
    )}
  </>
);
