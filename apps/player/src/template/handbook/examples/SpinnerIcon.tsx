import { SpinnerIcon } from "../../../ui/index.ts";

export default function SpinnerIconExample() {
  return <SpinnerIcon size={28} className="text-gold" />;
}
