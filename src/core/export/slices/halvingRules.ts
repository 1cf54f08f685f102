import { AppError, type Problem } from '../../common/errors';

/** When a slice is cut in two rather than given up. */
export interface HalvingRules {
	/** Seconds that a half has at least. */
	readonly floor: number;
	/**
	 * The same after 504. It costs minutes to get one, and what a gateway cannot carry an hour of is out of order rather
	 * than too large.
	 */
	readonly gatewayFloor: number;
	/** Bodies that broke off after which there is no third attempt. */
	readonly breaks: number;
	/** Bytes that came before at least one of the breaks: where less does, smaller pieces break off as well. */
	readonly minBeforeBreak: number;
}

/** A minute with more records than fit into one answer is nothing that an application survives. */
export const usualHalving: HalvingRules = {
	floor: 60,
	gatewayFloor: 3600,
	breaks: 2,
	minBeforeBreak: 256 * 1024,
};

/** Thrown out of the retries, which would ask again for what is too large to come through. */
export class BrokenOffError extends Error {
	override readonly name = 'BrokenOffError';

	constructor(override readonly cause: AppError) {
		super('bodies broke off');
	}
}

/** The problem and the floor, if smaller pieces may go better. */
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

/** Whether a body ended before its end, so that asking again may bring all of it. */
export function isBreak(error: unknown): error is AppError {
	return error instanceof AppError && (error.problem.kind === 'brokenBody' || error.problem.kind === 'network');
}

function isGatewayTimeout(problem: Problem): boolean {
	return problem.kind === 'serviceFailure' && problem.status === 504;
}
