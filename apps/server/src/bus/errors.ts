/** How a request to another process can fail in addition to its own refusal. Callers of the API get ServiceUnavailable. */
import { AppError, ErrorCode } from "@reelcast/contract";

/** Nobody serves that address, or the bus is down: nothing was carried out. */
export class BusAway extends AppError {
  override name = "BusAway";
  constructor(options?: ErrorOptions) {
    super(ErrorCode.ServiceUnavailable, {}, options);
  }
}
/** No answer came: it is not known whether the request was carried out. */
export class BusUnanswered extends AppError {
  override name = "BusUnanswered";
  constructor(options?: ErrorOptions) {
    super(ErrorCode.ServiceUnavailable, {}, options);
  }
}
