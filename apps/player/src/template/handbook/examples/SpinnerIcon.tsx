import { SpinnerIcon } from "@reelcast/ui";

export default function SpinnerIconExample() {
  return <SpinnerIcon size={28} className="text-gold" />;
}
