import { AgentRefusal } from '../../core/agent/tools/refusal';
import { AppError, isCancellation, type ProblemKind } from '../../core/common/errors';
import { UsageError } from './usageError';

/** What a script can tell apart by the exit code alone. */
export const exitCodes = {
	done: 0,
	/** A gate of `--fail-on` was met. */
	gate: 1,
	/** The command line, or a file that it names, is not what it should be. */
	usage: 2,
	/** The service refuses the token, or there is none; or the database refuses the user. */
	refused: 3,
	/** Records are missing, or may be where proof was required; an export that was interrupted goes on when it is repeated. */
	incomplete: 4,
	/** The service, the database or the network failed after all patience. */
	service: 5,
	/** A program that SIGINT ended. */
	cancelled: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const ofProblems: Readonly<Partial<Record<ProblemKind, ExitCode>>> = {
	unauthorized: exitCodes.refused,
	signedOut: exitCodes.refused,
	forbidden: exitCodes.refused,
	redirectRefused: exitCodes.refused,
	databaseSignIn: exitCodes.refused,
	databaseForbidden: exitCodes.refused,
	insecureAddress: exitCodes.usage,
	insecureDatabase: exitCodes.usage,
	databaseMissing: exitCodes.usage,
	datasetFields: exitCodes.usage,
	invalidAddress: exitCodes.usage,
	invalidPlan: exitCodes.usage,
	invalidPattern: exitCodes.usage,
	slowPattern: exitCodes.usage,
	onlyInFiles: exitCodes.usage,
	unreadable: exitCodes.usage,
	notOnDisk: exitCodes.usage,
	badRequest: exitCodes.usage,
	notFound: exitCodes.usage,
	otherDeviceKey: exitCodes.usage,
	datasetLoad: exitCodes.incomplete,
	exportRunning: exitCodes.incomplete,
	disk: exitCodes.incomplete,
	cancelled: exitCodes.cancelled,
};

/** What an error comes to; whatever is none of ours is a failure of the machinery between here and the records. */
export function exitCodeOf(error: unknown): ExitCode {
	if (error instanceof UsageError || error instanceof AgentRefusal) {
		return exitCodes.usage;
	}
	if (isCancellation(error)) {
		return exitCodes.cancelled;
	}
	return (error instanceof AppError && ofProblems[error.problem.kind]) || exitCodes.service;
}
