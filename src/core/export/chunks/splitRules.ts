import { AppError, type Problem } from '../../common/errors';

export interface HalvingRules {
	readonly floor: number;
	/**
	 * Minimum duration, in seconds, of the halves of a chunk whose request failed with HTTP 504. A gateway that times out
	 * even for one hour of records is probably not working.
	 */
	readonly gatewayFloor: number;
	readonly breaks: number;
	/**
	 * If connections break, the chunk is split only if at least this many bytes were received before one of the breaks.
	 * Otherwise, the response size probably isn't the cause, so smaller chunks wouldn't help.
	 */
	readonly minBeforeBreak: number;
}

/**
 * Default rules for splitting requests. Ranges of one minute aren't split, because no real application exceeds the
 * maximum response size within one minute.
 */
export const usualHalving: HalvingRules = {
	floor: 60,
	gatewayFloor: 3600,
	breaks: 2,
	minBeforeBreak: 256 * 1024,
};

/** Error that stops further retries, because the same request would fail again. */
export class BrokenOffError extends Error {
	override readonly name = 'BrokenOffError';

	constructor(override readonly cause: AppError) {
		super('bodies broke off');
	}
}

export function whyHalve(
	error: unknown,
	rules: HalvingRules,
): { readonly error: AppError; readonly floor: number } | undefined {
	if (error instanceof BrokenOffError) {
		return { error: error.cause, floor: rules.floor };
	}
	if (!(error instanceof AppError)) {
		return undefined;
	}
	if (error.problem.kind === 'tooLarge') {
		return { error, floor: rules.floor };
	}
	return isGatewayTimeout(error.problem) ? { error, floor: rules.gatewayFloor } : undefined;
}

export function isBreak(error: unknown): error is AppError {
	return error instanceof AppError && (error.problem.kind === 'brokenBody' || error.problem.kind === 'network');
}

function isGatewayTimeout(problem: Problem): boolean {
	return problem.kind === 'serviceFailure' && problem.status === 504;
}
