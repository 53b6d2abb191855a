/** Icons within it have the app's size and stroke. */
import { FlameIcon, IconStyle, StarIcon } from "@reelcast/ui";

export default function IconStyleExample() {
  return (
    <IconStyle>
      <p className="flex gap-2">
        <FlameIcon /> <StarIcon />
      </p>
    </IconStyle>
  );
}
