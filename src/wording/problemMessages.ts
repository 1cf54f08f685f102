import type { CommandId } from '../commands/commandTable';
import type { OnlyInFiles, PlanProblem, Problem, ProblemKind } from '../core/common/errors';
import type { Timeouts } from '../core/common/timeouts';
import { maxActiveRows } from '../core/triage/fixed/activeDevices';
import { formatCount, formatShare } from './formats';
import { l10n } from './l10n';
import { describeDiskProblem, describeFieldsProblem } from './storageMessages';

interface Explanation {
	readonly message: string;
	readonly action?: { readonly label: string; readonly command: CommandId; readonly parameters?: readonly unknown[] };
}

export function explain<K extends ProblemKind>(problem: Extract<Problem, { kind: K }>): Explanation {
	return (sentences[problem.kind] as (problem: Problem) => Explanation)(problem);
}

const sentences: { readonly [K in ProblemKind]: (problem: Extract<Problem, { kind: K }>) => Explanation } = {
	unauthorized: () => ({
		message: l10n.t('The service does not accept this token. It may have expired.'),
		action: { label: l10n.t('Paste a New Token'), command: 'appErrors.replaceToken' },
	}),
	signedOut: () => ({
		message: l10n.t('You are signed out. Sign in to access the service.'),
		action: { label: l10n.t('Sign In'), command: 'appErrors.signIn' },
	}),
	otherDeviceKey: () => ({
		message: l10n.t(
			'The device IDs of these records were hashed with a key that no longer exists on this machine, so no records can be added. Start a new export or a new sync.',
		),
		action: { label: l10n.t('Export Again'), command: 'appErrors.exportErrors' },
	}),
	forbidden: ({ words }) => ({
		message: said(
			l10n.t(
				"You don't have access to this application. Choose another application, or switch to an account that can access it.",
			),
			words,
		),
		action: { label: l10n.t('Switch Account'), command: 'appErrors.switchAccount' },
	}),
	badRequest: ({ words }) => ({
		message: said(l10n.t('The service rejected the request as invalid. Check the fields, dates, and filters.'), words),
		action: { label: l10n.t('Change Export…'), command: 'appErrors.exportErrors' },
	}),
	notFound: ({ words }) => ({
		message: said(
			l10n.t('The URL or application was not found on the service. Check the service URL and the application ID.'),
			words,
		),
		action: signInElsewhere(),
	}),
	tooLarge: ({ words }) => ({
		message: said(l10n.t('The service rejected this range as too large for one file. Choose a shorter range.'), words),
		action: { label: l10n.t('Change Export…'), command: 'appErrors.exportErrors' },
	}),
	throttled: ({ status, words }) => ({
		message: said(
			l10n.t('The service is not accepting more requests right now (status {0}). Try again later.', status),
			words,
		),
		action: showLog(),
	}),
	serviceFailure: ({ status, words }) => ({
		message: said(l10n.t('The service failed repeatedly (status {0}). Try again later.', status), words),
		action: showLog(),
	}),
	unexpectedStatus: ({ status, words }) => ({
		message: said(l10n.t('The service returned an unexpected status ({0}). Check the service URL.', status), words),
		action: signInElsewhere(),
	}),
	unexpectedBody: ({ found, words }) => ({
		message: said(unexpectedBody[found](), words),
		action: found === 'html' ? signInElsewhere() : showLog(),
	}),
	wrongHeader: ({ missing, unexpected }) => ({
		message: [
			l10n.t('The service returned different columns than requested, so nothing was saved.'),
			missing.length > 0 ? l10n.t('Missing: {0}.', missing.join(', ')) : '',
			unexpected.length > 0 ? l10n.t('Not requested: {0}.', unexpected.join(', ')) : '',
		]
			.filter((part) => part !== '')
			.join(' '),
		action: { label: l10n.t('Change Export…'), command: 'appErrors.exportErrors' },
	}),
	brokenBody: ({ fault }) => ({
		message: l10n.t(
			'All responses from the service were invalid ({0}), so nothing was saved. Try again, or choose a shorter range.',
			brokenBody[fault](),
		),
		action: { label: l10n.t('Change Export…'), command: 'appErrors.exportErrors' },
	}),
	network: ({ fault, host, code, limit }) =>
		limit === undefined
			? {
					message: network[fault](host, code),
					action: fault === 'refused' || fault === 'unknownHost' ? signInElsewhere() : showLog(),
				}
			: { message: timeLimit[limit](host), action: changeTimeout(timeoutSettings[limit]) },
	certificate: ({ host, code }) => ({
		message: l10n.t(
			'The certificate of {0} is not trusted ({1}), so nothing was sent. If your company issues its own certificates, add its root certificate to the system.',
			host,
			code,
		),
		action: showLog(),
	}),
	proxy: ({ status, code, limit }) =>
		limit === undefined
			? {
					message:
						status === 407
							? l10n.t(
									'The proxy requires a different user name or password. Set them in the "http.proxy" setting, in "http.proxyAuthorization", or in the proxy environment variables.',
								)
							: l10n.t('The proxy rejected the connection ({0}). Check the "http.proxy" setting.', status ?? code),
					action: { label: l10n.t('Open Settings'), command: 'appErrors.openSettings', parameters: ['http.proxy'] },
				}
			: {
					message: l10n.t(
						'The proxy did not respond in time. Check the "http.proxy" setting, or increase the timeout.',
					),
					action: changeTimeout(timeoutSettings[limit]),
				},
	waitLimit: ({ minutes, percent }) => ({
		message:
			percent === undefined
				? l10n.t(
						'The service did not finish preparing this export within {0} minutes. Preparation continues on the server. Repeat the export later to get the result.',
						minutes,
					)
				: l10n.t(
						'The service did not finish preparing this export within {0} minutes ({1} done). Preparation continues on the server. Repeat the export later to get the result.',
						minutes,
						formatShare(percent, 100),
					),
		action: { label: l10n.t('Repeat Now'), command: 'appErrors.repeatLastExport' },
	}),
	redirectRefused: ({ location }) => ({
		message: l10n.t(
			'The service redirected the request to another server, {0}. The token was not sent there. If the service has moved, sign in with the new URL.',
			location,
		),
		action: { label: l10n.t('Sign In'), command: 'appErrors.signIn' },
	}),
	insecureAddress: ({ address }) => ({
		message: l10n.t(
			'The connection to {0} is not encrypted, so anyone on the network could read the token. Use an https URL.',
			address,
		),
		action: { label: l10n.t('Sign In'), command: 'appErrors.signIn' },
	}),
	invalidAddress: ({ address }) => ({
		message: l10n.t('"{0}" is not a valid service URL. Use the format https://example.com.', address),
		action: signInElsewhere(),
	}),
	unknownShape: ({ shape }) => ({
		message: l10n.t(
			'The service returned the list of applications in an unknown format ({0}). Add the application by its ID.',
			shape,
		),
		action: { label: l10n.t('Add by ID'), command: 'appErrors.addApplication' },
	}),
	disk: (problem) => ({
		message: describeDiskProblem(problem, 'editor'),
		...(problem.fault !== 'busy' && {
			action: {
				label: l10n.t('Choose Another Folder'),
				command: 'appErrors.openSettings',
				parameters: ['appErrors.exports.folder'],
			},
		}),
	}),
	exportRunning: ({ where }) => ({
		message: {
			here: () => l10n.t('This export is still running. Wait until it finishes, or stop it first.'),
			elsewhere: () => l10n.t('This export is running in another window. Wait until it finishes, or stop it there.'),
			takenOver: () =>
				l10n.t(
					'This window was suspended, for example while the computer was asleep. Another window has taken over the export.',
				),
		}[where](),
	}),
	activeDevices: ({ path, fault }) => ({
		message: explainActiveDevices(path, fault),
		action: {
			label: l10n.t('Open Settings'),
			command: 'appErrors.openSettings',
			parameters: ['appErrors.activeDevices'],
		},
	}),
	unreadable: ({ fault, path, code }) => ({ message: unreadable[fault](path, code), action: chooseFile() }),
	notOnDisk: ({ scheme }) => ({
		message: l10n.t('The results view can only open files on disk ({0}). Save a copy to disk and open it.', scheme),
		action: chooseFile(),
	}),
	invalidPattern: ({ reason }) => ({ message: l10n.t('Invalid regular expression ({0}).', reason) }),
	slowPattern: () => ({
		message: l10n.t('This regular expression takes too long to evaluate. Use fewer nested repetitions.'),
	}),
	onlyInFiles: ({ what }) => ({ message: explainOnlyInFiles(what) }),
	invalidPlan: ({ problem }) => ({
		message: explainPlanProblem(problem),
		action: { label: l10n.t('Change Export…'), command: 'appErrors.exportErrors' },
	}),
	insecureDatabase: ({ address }) => ({
		message: l10n.t(
			'The connection to {0} is not encrypted, so anyone on the network could read the password and the records. Use an https URL.',
			address,
		),
		action: connectDatabase(),
	}),
	databaseNetwork: ({ fault, host, code, limit }) =>
		limit === undefined
			? {
					message: databaseNetwork[fault](host, code),
					action: fault === 'timeout' ? changeTimeout('appErrors.timeouts.databaseQuerySeconds') : showLog(),
				}
			: { message: timeLimit[limit](host), action: changeTimeout(timeoutSettings[limit]) },
	databaseNotConnected: ({ address, user }) => ({
		message: l10n.t(
			'The records are in the database at {0}, which is not connected for the user {1}.',
			address,
			user || 'default',
		),
		action: { ...connectDatabase(), parameters: [{ url: address, user }] },
	}),
	databaseSignIn: ({ words }) => ({
		message: said(l10n.t('The database does not accept this user name or password.'), words),
		action: connectDatabase(),
	}),
	databaseMissing: ({ words }) => ({
		message: said(
			l10n.t(
				'The requested data does not exist in the database. The dataset may not be set up or may have a different version.',
			),
			words,
		),
	}),
	databaseForbidden: ({ words }) => ({
		message: said(l10n.t('The database user does not have permission for this operation.'), words),
	}),
	databaseTooMuch: ({ limit, words }) => ({
		message: said(databaseTooMuch[limit](), words),
		...(limit === 'time' && { action: changeTimeout('appErrors.timeouts.databaseQuerySeconds') }),
	}),
	databaseBusy: ({ words }) => ({
		message: said(l10n.t('The database is not accepting more queries right now. Try again later.'), words),
	}),
	databaseIncomplete: ({ words }) => ({
		message: said(
			l10n.t('Part of the database is unavailable, so the results would be incomplete. Try again later.'),
			words,
		),
	}),
	databaseTooOld: ({ version, oldest }) => ({
		message: l10n.t('ClickHouse {0} is not supported. Update the server to version {1} or later.', version, oldest),
	}),
	databaseCutsAnswers: ({ setting }) => ({
		message: l10n.t(
			'The database is configured to silently omit data from results ("{0}"), and this user can\'t change that setting. Connect as a user who can.',
			setting,
		),
	}),
	databaseAnswer: ({ fault }) => ({ message: databaseAnswer[fault](), action: showLog() }),
	datasetFields: (problem) => ({ message: describeFieldsProblem(problem, 'editor') }),
	loadShared: ({ load, by }) => ({
		message: l10n.t(
			'Load {0} was not removed, because later loads contained some of its records, which are stored only once. Remove these loads first, beginning with the last one, and then load their files again: {1}.',
			load,
			by.join(', '),
		),
	}),
	datasetLoad: ({ fault }) => ({ message: datasetLoad[fault]() }),
	databaseFailure: ({ status, code, words }) => ({
		message: said(
			code === undefined
				? l10n.t('The database returned an error (status {0}).', status)
				: l10n.t('The database returned an error (code {0}).', code),
			words,
		),
		action: showLog(),
	}),
	engineStopped: () => ({
		message: l10n.t('The App Errors engine stopped unexpectedly. It restarts with the next command.'),
		action: showLog(),
	}),
	cancelled: () => ({ message: l10n.t('Canceled.') }),
};

export function explainPlanProblem(problem: PlanProblem): string {
	switch (problem.kind) {
		case 'applicationId':
			return l10n.t('"{0}" is not an application ID. Enter a number, for example 2599.', problem.text);
		case 'noFields':
			return l10n.t('No fields are selected. Select at least one.');
		case 'unknownField':
			return l10n.t(
				'Unknown field: {0}. If the service supports it, add it to the setting "App Errors: Additional Fields".',
				problem.field,
			);
		case 'duplicateFilter':
			return l10n.t('{0} has two filters. Only one filter per field is supported.', problem.field);
		case 'deviceTwice':
			return l10n.t('{0} and {1} identify the same devices. Choose one of them.', problem.field, problem.hashed);
		case 'filterValue':
			return {
				integer: l10n.t('The value for {0} must be a whole number.', problem.field),
				oneOf: l10n.t("{0} can't have this value. Choose one from the list.", problem.field),
				someText: l10n.t("Enter a value for {0}. The service can't filter by empty values.", problem.field),
			}[problem.expected];
		case 'limit':
			return l10n.t('The limit must be a whole number greater than zero. Leave it empty for no limit.');
		case 'rangeOrder':
			return l10n.t('The start of the range ({0}) is later than its end ({1}).', problem.since, problem.until);
		case 'rangeYear':
			return l10n.t(
				'The year {0} is too early. Enter a year from {1} on.',
				String(problem.year).padStart(4, '0'),
				problem.earliest,
			);
	}
}

const unexpectedBody: Record<Extract<Problem, { kind: 'unexpectedBody' }>['found'], () => string> = {
	html: () => l10n.t('The service returned a web page instead of data, so nothing was saved. Check the service URL.'),
	empty: () => l10n.t('The service returned an empty response without a header, so nothing was saved. Try again.'),
	text: () => l10n.t('The service returned plain text instead of data, so nothing was saved.'),
	json: () => l10n.t('The service returned unexpected JSON, so nothing was saved.'),
	csv: () => l10n.t('The service returned CSV instead of JSON, so nothing was saved.'),
	values: () => l10n.t('The response from the service contains values that are not records, so nothing was saved.'),
	error: () => l10n.t('The response from the service contains an error message, so nothing was saved. Try again.'),
};

const brokenBody: Record<Extract<Problem, { kind: 'brokenBody' }>['fault'], () => string> = {
	earlierResponse: () => l10n.t('a cache returned an earlier response'),
	shorterThanAnnounced: () => l10n.t('shorter than its declared length'),
	longerThanAnnounced: () => l10n.t('longer than its declared length'),
	quoteNotClosed: () => l10n.t('cut off inside a quoted value'),
	recordNotFinished: () => l10n.t('cut off inside a record'),
	jsonNotClosed: () => l10n.t('cut off before the end of the JSON'),
	jsonMalformed: () => l10n.t('invalid JSON'),
	gzip: () => l10n.t('corrupt compressed data'),
	connectionLost: () => l10n.t('the connection was lost'),
};

const network: Record<Extract<Problem, { kind: 'network' }>['fault'], (host: string, code: string) => string> = {
	refused: (host) =>
		l10n.t('{0} refused the connection. Check the service URL, and make sure that the service is running.', host),
	unknownHost: (host) => l10n.t('The host {0} was not found. Check the service URL and your network connection.', host),
	reset: (host) => l10n.t('{0} closed the connection without a response. Try again.', host),
	timeout: (host) => l10n.t('{0} did not respond in time. Check your network connection, or try again later.', host),
	unreachable: (host) => l10n.t('{0} is unreachable. Check your network connection.', host),
	other: (host, code) => l10n.t('The connection to {0} failed ({1}).', host, code),
};

const databaseNetwork: typeof network = {
	...network,
	refused: (host) =>
		l10n.t('{0} refused the connection. Check the URL, and make sure that the database is running.', host),
	unknownHost: (host) => l10n.t('The host {0} was not found. Check the URL and your network connection.', host),
	timeout: (host) =>
		l10n.t('{0} did not respond in time. Choose a shorter range, add a filter, or increase the query timeout.', host),
};

const databaseTooMuch: Record<Extract<Problem, { kind: 'databaseTooMuch' }>['limit'], () => string> = {
	time: () =>
		l10n.t('The query exceeded its time limit. Choose a shorter range, add a filter, or increase the query timeout.'),
	memory: () => l10n.t('The query exceeded the memory limit of the database. Choose a shorter range, or add a filter.'),
	rows: () => l10n.t('The query exceeded the row limit of the database. Choose a shorter range, or add a filter.'),
	bytes: () =>
		l10n.t(
			'The response from the database exceeds the size limit of App Errors. Choose a shorter range, or add a filter.',
		),
	disk: () => l10n.t('The database server is out of disk space.'),
};

const datasetLoad: Record<Extract<Problem, { kind: 'datasetLoad' }>['fault'], () => string> = {
	takenOver: () =>
		l10n.t(
			'No records were loaded because this load was inactive for too long and another load replaced it. Load the records again.',
		),
	noTimes: () => l10n.t('The selected column contains no times. Choose another column.'),
	unknownLoad: () => l10n.t('The dataset has no load with this number.'),
	incomplete: () => l10n.t('No records were loaded because the database lost some of them. Load the records again.'),
};

const databaseAnswer: Record<Extract<Problem, { kind: 'databaseAnswer' }>['fault'], () => string> = {
	cut: () => l10n.t('The response from the database was cut off, so no results are shown. Try again.'),
	changed: () => l10n.t('Some of the counted records are no longer in the database. Reload the records.'),
	alike: () =>
		l10n.t(
			"The database can't return these records in a unique order, so none are shown. Choose another order or filter.",
		),
	malformed: () => l10n.t('The database returned a response in an unknown format.'),
	notDatabase: () => l10n.t('The server at this URL is not a ClickHouse database. Check the URL.'),
};

const timeLimit: Record<keyof Timeouts, (host: string) => string> = {
	connect: (host) =>
		l10n.t('Connecting to {0} timed out. Check your network connection, or increase the connection timeout.', host),
	headers: (host) =>
		l10n.t('{0} did not start to respond in time. Try again later, or increase the response timeout.', host),
	silentBody: (host) =>
		l10n.t('{0} stopped sending data in the middle of a response. Try again, or increase the idle timeout.', host),
};

const timeoutSettings = {
	connect: 'appErrors.timeouts.connectSeconds',
	headers: 'appErrors.timeouts.responseSeconds',
	silentBody: 'appErrors.timeouts.idleSeconds',
} as const satisfies Record<keyof Timeouts, string>;

function changeTimeout(setting: string): NonNullable<Explanation['action']> {
	return { label: l10n.t('Change Timeout'), command: 'appErrors.openSettings', parameters: [setting] };
}

const unreadable: Record<Extract<Problem, { kind: 'unreadable' }>['fault'], (path: string, code: string) => string> = {
	missing: (path) => l10n.t('{0} does not exist. It may have been moved or deleted.', path),
	denied: (path) =>
		l10n.t("You don't have permission to read {0}. Change its permissions, or choose another file.", path),
	tooManyColumns: (path) => l10n.t('{0} has too many columns and records to show in a table.', path),
	workbook: (path) => l10n.t('{0} is a spreadsheet workbook. Export it as CSV, and open that file.', path),
	binary: (path) => l10n.t('{0} is a binary file and contains no readable records.', path),
	html: (path) => l10n.t('{0} is an HTML page, not records. Open it in a browser to see its message.', path),
	xml: (path) => l10n.t('{0} is an XML file. Export the records as CSV or JSON.', path),
	archive: (path) =>
		l10n.t('{0} is an archive that does not contain exactly one file. Extract the file that you want to open.', path),
	compressed: (path) =>
		l10n.t('{0} is compressed in an unsupported format. Extract it, and open the extracted file.', path),
	damagedArchive: (path) =>
		l10n.t('{0} is compressed, but its data is damaged. Download or copy the file again.', path),
	unpackedTooLarge: (path) => l10n.t('{0} expands to too much data. Extract it, and open the extracted file.', path),
	damagedParquet: (path) => l10n.t('{0} is a damaged Parquet file. Create or download the file again.', path),
	unsupportedParquet: (path, code) =>
		l10n.t('{0} is a Parquet file with an unsupported feature or size ({1}). Convert it to CSV.', path, code),
	newerVersion: (path) =>
		l10n.t('{0} was created by a newer version of App Errors. Update the extension to open it.', path),
	notDataset: (path) => l10n.t('{0} does not specify a database and dataset.', path),
	other: (path, code) => l10n.t('Could not read {0} ({1}). Choose another file.', path, code),
};

/** Suggests signing in again, because existing accounts keep their URL when the setting changes. */
function signInElsewhere(): NonNullable<Explanation['action']> {
	return { label: l10n.t('Sign In with Another URL'), command: 'appErrors.signIn' };
}

function connectDatabase(): NonNullable<Explanation['action']> {
	return { label: l10n.t('Connect to Database…'), command: 'appErrors.connectDatabase' };
}

function showLog(): NonNullable<Explanation['action']> {
	return { label: l10n.t('Show Log'), command: 'appErrors.showLog' };
}

function chooseFile(): NonNullable<Explanation['action']> {
	return { label: l10n.t('Choose File…'), command: 'appErrors.openResultsView', parameters: ['choose'] };
}

/** Appends the server's message in quotation marks, because it is untrusted text. */
function said(sentence: string, words: string): string {
	return words === '' ? sentence : `${sentence} ${l10n.t('Server: "{0}"', words)}`;
}

function explainActiveDevices(path: string, fault: Extract<Problem, { kind: 'activeDevices' }>['fault']): string {
	switch (fault) {
		case 'columns':
			return l10n.t('{0} must have the columns date, version, and devices.', path);
		case 'rows':
			return l10n.t('{0} has more than {1} records.', path, formatCount(maxActiveRows));
		default:
			return l10n.t(
				'Record {1} of {0} must have a date (YYYY-MM-DD) and a number of devices.',
				path,
				formatCount(fault.record),
			);
	}
}

function explainOnlyInFiles(what: OnlyInFiles): string {
	switch (what) {
		case 'pattern':
			return l10n.t(
				"The server can't search for this regular expression in a column with this many values. Search for plain text, or save the records as a file.",
			);
		case 'comparison':
			return l10n.t("Records in a database can't be compared. Save them as files and compare the files.");
		case 'sites':
			return l10n.t("Records in a database can't be shown in the editor. Save them as a file and use that file.");
		case 'groups':
			return l10n.t('This table has no group keys. Group it by name or by a column.');
		case 'load':
			return l10n.t("Records in a database can't be loaded into a dataset. Save them as a file and load that file.");
	}
}
