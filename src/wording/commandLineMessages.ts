import type { Problem } from '../core/common/errors';
import { explain } from './problemMessages';
import { describeDiskProblem, describeFieldsProblem } from './storageMessages';

/** Explains a problem with command-line options and commands. These messages are always in English. */
export function explainForCommandLine(problem: Problem): string {
	const { message } = explain(problem);
	switch (problem.kind) {
		case 'signedOut':
			return 'No token is set. Set APP_ERRORS_TOKEN, or use --token-command or --token-file.';
		case 'unauthorized':
			return 'The service does not accept this token. It may have expired. Set another token.';
		case 'otherDeviceKey':
			return (
				'Device IDs are hashed with a key, and the key of these records is not set. Set APP_ERRORS_DEVICE_KEY to the ' +
				'same 64 hexadecimal digits in each run.'
			);
		case 'forbidden':
			return withWords("This token doesn't have access to the application. Check --app.", problem.words);
		case 'badRequest':
			return withWords(
				'The service rejected the request as invalid. Check --fields, --filter, and the dates.',
				problem.words,
			);
		case 'notFound':
			return withWords(
				'The URL or application was not found on the service. Check --base-url and --app.',
				problem.words,
			);
		case 'tooLarge':
			return withWords(
				'The service rejected this range as too large for one file. Specify a shorter range, or use --chunk.',
				problem.words,
			);
		case 'proxy':
			return problem.limit === undefined
				? 'The proxy rejected the connection. Check the environment variables HTTPS_PROXY and NO_PROXY.'
				: 'The proxy did not respond in time. Check the environment variables HTTPS_PROXY and NO_PROXY.';
		case 'network':
		case 'databaseNetwork':
			return problem.limit === undefined ? message : `${problem.host} did not respond in time. Try again later.`;
		case 'waitLimit':
			return (
				`The service did not finish preparing this export within ${problem.minutes} min. Run the same command again ` +
				'later, or increase --wait-minutes.'
			);
		case 'redirectRefused':
			return (
				`The service redirected the request to another server, ${problem.location}. The token was not sent there. If ` +
				'the service has moved, change --base-url.'
			);
		case 'invalidAddress':
			return `"${problem.address}" is not a valid URL. Use the format https://example.com.`;
		case 'unknownShape':
			return `The service returned the list of applications in an unknown format (${problem.shape}). Use --app with an ID.`;
		case 'disk':
			return describeDiskProblem(problem, 'commandLine');
		case 'exportRunning':
			return 'This export is running in another process. Wait until it finishes, or stop it there.';
		case 'unreadable':
			return problem.fault === 'newerVersion'
				? `${problem.path} was created by a newer version of App Errors. Update the command line to open it.`
				: message;
		case 'invalidPlan':
			return planMessage(problem.problem, message);
		case 'databaseNotConnected':
			return `The records are in the database at ${problem.address}. Use --database and --user.`;
		case 'databaseMissing':
			return withWords(
				"The dataset or table doesn't exist in the database. Check --dataset, or use --create-dataset.",
				problem.words,
			);
		case 'databaseSignIn':
			return withWords(
				'The database does not accept this user name or password. Check --user and APP_ERRORS_DATABASE_PASSWORD.',
				problem.words,
			);
		case 'datasetFields':
			return describeFieldsProblem(problem, 'commandLine');
		case 'engineStopped':
			return 'The App Errors engine stopped unexpectedly. Run the command again.';
		default:
			return message;
	}
}

function planMessage(problem: Extract<Problem, { kind: 'invalidPlan' }>['problem'], message: string): string {
	switch (problem.kind) {
		case 'noFields':
			return 'No fields are selected. Specify at least one with --fields.';
		case 'unknownField':
			return `Unknown field: ${problem.field}. If the service supports it, add --additional-field ${problem.field}.`;
		case 'filterValue':
			return problem.expected === 'oneOf' ? `--filter: ${problem.field} can't have this value.` : message;
		case 'limit':
			return '--limit must be a whole number greater than zero.';
		default:
			return message;
	}
}

function withWords(sentence: string, words: string): string {
	return words === '' ? sentence : `${sentence} Server: "${words}"`;
}
