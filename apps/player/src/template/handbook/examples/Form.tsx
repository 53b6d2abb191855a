/** Rules are checked when a field is left; what a server answers is shown at its field. */
import { useState } from "react";
import { Button, Field, Form } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

export default function FormExample() {
  const t = useT();
  const [errors, setErrors] = useState({});
  return (
    <Form
      className="flex max-w-sm flex-col gap-4"
      errors={errors}
      onSubmit={(event) => {
        event.preventDefault();
        setErrors({ nickname: t("handbook.exTaken") });
      }}
    >
      <Field
        name="nickname"
        label={t("handbook.exNickname")}
        required
        autoComplete="off"
        messages={{ valueMissing: t("handbook.exMissing") }}
      />
      <Button type="submit" tone="main">
        {t("handbook.exSave")}
      </Button>
    </Form>
  );
}
