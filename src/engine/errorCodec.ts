import { AppError, isCancellation, type Problem } from '../core/common/errors';
import type { ErrorCodec } from '../shared/rpc';

type WireError =
	| { readonly kind: 'problem'; readonly problem: Problem }
	| { readonly kind: 'fault'; readonly message: string; readonly stack: string | undefined };

/** Encodes expected errors as plain data, and all other errors (bugs) as a message with a stack. */
export const errorCodec: ErrorCodec = {
	encode(error): WireError {
		if (error instanceof AppError) {
			return { kind: 'problem', problem: error.problem };
		}
		if (isCancellation(error)) {
			return { kind: 'problem', problem: { kind: 'cancelled' } };
		}
		return error instanceof Error
			? { kind: 'fault', message: error.message, stack: error.stack }
			: { kind: 'fault', message: `thrown: ${typeof error}`, stack: undefined };
	},
	decode(wire): Error {
		const error = wire as WireError;
		if (error.kind === 'problem') {
			return new AppError(error.problem);
		}
		const fault = new Error(error.message);
		if (error.stack !== undefined) {
			fault.stack = error.stack;
		}
		return fault;
	},
};
