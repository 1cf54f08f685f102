import { AgentRefusal } from '../../core/agent/tools/refusal';
import { AppError, isCancellation, type ProblemKind } from '../../core/common/errors';
import { UsageError } from './usageError';

export const exitCodes = {
	done: 0,
	/** Exit code if a condition of `--fail-on` was met. */
	gate: 1,
	usage: 2,
	refused: 3,
	/**
	 * Exit code if records or a required verification are missing. Running the command again resumes an interrupted
	 * export.
	 */
	incomplete: 4,
	service: 5,
	/** Exit code if a condition of `--fail-on` could not be evaluated. */
	unjudged: 6,
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
	loadShared: exitCodes.refused,
	invalidAddress: exitCodes.usage,
	invalidPlan: exitCodes.usage,
	invalidPattern: exitCodes.usage,
	slowPattern: exitCodes.usage,
	onlyInFiles: exitCodes.usage,
	unreadable: exitCodes.usage,
	activeDevices: exitCodes.usage,
	notOnDisk: exitCodes.usage,
	badRequest: exitCodes.usage,
	notFound: exitCodes.usage,
	otherDeviceKey: exitCodes.usage,
	datasetLoad: exitCodes.incomplete,
	exportRunning: exitCodes.incomplete,
	disk: exitCodes.incomplete,
	cancelled: exitCodes.cancelled,
};

/** Returns the exit code for an error. Unexpected errors have the same exit code as failures of the service. */
export function getExitCode(error: unknown): ExitCode {
	if (error instanceof UsageError || error instanceof AgentRefusal) {
		return exitCodes.usage;
	}
	if (isCancellation(error)) {
		return exitCodes.cancelled;
	}
	return (error instanceof AppError && ofProblems[error.problem.kind]) || exitCodes.service;
}
