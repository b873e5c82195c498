import { Dialog } from "~/ui/dialog/dialog";
import { Sentence } from "~/ui/page/sentence";

/** In place of a form for members: why there is nobody to add, and the way back. */
export const ClosedGroup = ({ title, text, back }: { title: string; text: string; back: string }) => (
  <Dialog title={title} back={back} narrow>
    <p role="alert">
      <Sentence text={`${text}.`} />
    </p>
    <div className="form-actions">
      <a className="button" href={back} data-stay="">
        العودة إلى الأعضاء
      </a>
    </div>
  </Dialog>
);
