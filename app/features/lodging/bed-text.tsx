import type { Bed } from "~/features/journey/beds.server";
import { roomKindLabels } from "./room";

/** A bed in one line, for a cell of a sheet: «فندق الصفوة: 201» */
export const bedLine = ({ hotel, room, is_bedless }: Bed) =>
  [hotel, room ?? noRoom(is_bedless)].filter(Boolean).join(": ");

const noRoom = (isBedless = false) => (isBedless ? "لا سرير له" : "بلا غرفة");

/** «فندق الصفوة: الغرفة 201 (رجال)» */
export const BedText = ({ hotel, room, kind, is_bedless }: Bed) => (
  <>
    {hotel && `${hotel}: `}
    {room ? (
      <>
        الغرفة <bdi dir="ltr">{room}</bdi>
        {kind && ` (${roomKindLabels[kind]})`}
      </>
    ) : (
      noRoom(is_bedless)
    )}
  </>
);
