import { l10n } from 'vscode';
import type { OnlyInFiles, PlanProblem, Problem, ProblemKind } from '../core/common/errors';
import type { Timeouts } from '../core/common/timeouts';
import type { CommandId } from '../ids';
import { describeRecordCount, formatShare } from './formats';

/** One sentence or two: what happened, what it means, what to do. */
interface Explanation {
	readonly message: string;
	readonly action?: { readonly label: string; readonly command: CommandId; readonly parameters?: readonly unknown[] };
}

/** The only place where problems become words. A new kind does not compile until it has its own. */
export function explain<K extends ProblemKind>(problem: Extract<Problem, { kind: K }>): Explanation {
	return (sentences[problem.kind] as (problem: Problem) => Explanation)(problem);
}

const sentences: { readonly [K in ProblemKind]: (problem: Extract<Problem, { kind: K }>) => Explanation } = {
	unauthorized: () => ({
		message: l10n.t('The service does not accept this token. It may have expired.'),
		action: { label: l10n.t('Paste a New Token'), command: 'appErrors.renewToken' },
	}),
	signedOut: () => ({
		message: l10n.t('You are signed out. Sign in to reach the service.'),
		action: { label: l10n.t('Sign In'), command: 'appErrors.signIn' },
	}),
	otherDeviceKey: () => ({
		message: l10n.t(
			'The devices of these records were hashed with a key that is not on this machine any more, so more records cannot be added to them. Begin anew: export again, or keep records anew.',
		),
		action: { label: l10n.t('Export Again'), command: 'appErrors.exportErrors' },
	}),
	forbidden: ({ words }) => ({
		message: said(
			l10n.t(
				'The service refuses this token the right to the application. Choose another application, or an account that may read it.',
			),
			words,
		),
		action: { label: l10n.t('Switch Account'), command: 'appErrors.switchAccount' },
	}),
	badRequest: ({ words }) => ({
		message: said(
			l10n.t('The service refuses the request as wrong. Change the fields, dates or filters it names.'),
			words,
		),
		action: { label: l10n.t('Change the Export'), command: 'appErrors.exportErrors' },
	}),
	notFound: ({ words }) => ({
		message: said(
			l10n.t(
				'The service does not know this address or application. Check the service address and the application ID.',
			),
			words,
		),
		action: signInElsewhere(),
	}),
	tooLarge: ({ words }) => ({
		message: said(l10n.t('The service refuses this range as too large for one file. Choose a shorter range.'), words),
		action: { label: l10n.t('Change the Export'), command: 'appErrors.exportErrors' },
	}),
	throttled: ({ status, words }) => ({
		message: said(l10n.t('The service takes no more requests for now (status {0}). Try again later.', status), words),
		action: showLog(),
	}),
	serviceFailure: ({ status, words }) => ({
		message: said(l10n.t('The service failed (status {0}), also when asked again. Try again later.', status), words),
		action: showLog(),
	}),
	unexpectedStatus: ({ status, words }) => ({
		message: said(
			l10n.t('The service answered with an unexpected status {0}. Check the service address.', status),
			words,
		),
		action: signInElsewhere(),
	}),
	unexpectedBody: ({ found, words }) => ({
		message: said(unexpectedBody[found](), words),
		action: found === 'html' ? signInElsewhere() : showLog(),
	}),
	wrongHeader: ({ missing, unexpected }) => ({
		message: [
			l10n.t('The columns the service sent are not the ones asked for, so nothing was kept.'),
			missing.length > 0 ? l10n.t('Missing: {0}.', missing.join(', ')) : '',
			unexpected.length > 0 ? l10n.t('Not asked for: {0}.', unexpected.join(', ')) : '',
		]
			.filter((part) => part !== '')
			.join(' '),
		action: { label: l10n.t('Change the Export'), command: 'appErrors.exportErrors' },
	}),
	brokenBody: ({ fault }) => ({
		message: l10n.t(
			'The answer of the service was broken each time ({0}), so nothing was kept. Try again, or choose a shorter range.',
			brokenBody[fault](),
		),
		action: { label: l10n.t('Change the Export'), command: 'appErrors.exportErrors' },
	}),
	network: ({ fault, host, code, limit }) =>
		limit === undefined
			? {
					message: network[fault](host, code),
					action: fault === 'refused' || fault === 'unknownHost' ? signInElsewhere() : showLog(),
				}
			: { message: timeLimit[limit](host), action: changeTimeLimit(limit) },
	certificate: ({ host, code }) => ({
		message: l10n.t(
			'The certificate of {0} is not trusted ({1}), so nothing was sent. If your company issues its own certificates, add its root to the system.',
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
									'The proxy asks for another name or password. Set them in the "http.proxy" setting, in "http.proxyAuthorization" or in the proxy environment variables.',
								)
							: l10n.t('The proxy refuses the connection ({0}). Check the "http.proxy" setting.', status ?? code),
					action: { label: l10n.t('Open Settings'), command: 'appErrors.openSettings', parameters: ['http.proxy'] },
				}
			: {
					message: l10n.t('The proxy did not answer in time. Check the "http.proxy" setting, or allow more time.'),
					action: changeTimeLimit(limit),
				},
	waitLimit: ({ minutes, percent }) => ({
		message:
			percent === undefined
				? l10n.t(
						'The service has not prepared this export within {0} minutes. It goes on there; ask again later to fetch the result.',
						minutes,
					)
				: l10n.t(
						'The service has not prepared this export within {0} minutes ({1} done). It goes on there; ask again later to fetch the result.',
						minutes,
						formatShare(percent, 100),
					),
		action: { label: l10n.t('Repeat Now'), command: 'appErrors.repeatLastExport' },
	}),
	redirectRefused: ({ location }) => ({
		message: l10n.t(
			'The service sends the request on to {0}, another place. The token was not sent there. If that is the service now, sign in with its address.',
			location,
		),
		action: { label: l10n.t('Sign In'), command: 'appErrors.signIn' },
	}),
	insecureAddress: ({ address }) => ({
		message: l10n.t('{0} is not encrypted: anyone on the way could read the token. Use an https address.', address),
		action: { label: l10n.t('Sign In'), command: 'appErrors.signIn' },
	}),
	invalidAddress: ({ address }) => ({
		message: l10n.t('"{0}" is not an address of a service. It looks like https://example.com.', address),
		action: signInElsewhere(),
	}),
	unknownShape: ({ shape }) => ({
		message: l10n.t(
			'The service lists applications in a form that is not known ({0}). Enter the application ID by hand.',
			shape,
		),
		action: { label: l10n.t('Enter ID'), command: 'appErrors.addApplication' },
	}),
	disk: ({ fault, path, code, savedRows }) => ({
		message: diskMessage(disk[fault](path, code), fault, savedRows),
		action: {
			label: l10n.t('Choose Another Folder'),
			command: 'appErrors.openSettings',
			parameters: ['appErrors.exportFolder'],
		},
	}),
	exportRunning: ({ where }) => ({
		message: {
			here: () => l10n.t('This export is still running. Wait until it is finished, or stop it first.'),
			elsewhere: () => l10n.t('This export runs in another window. Wait until it is finished, or stop it there.'),
			takenOver: () =>
				l10n.t(
					'This window stood still, as when a computer sleeps, and another one took this export over. It goes on there.',
				),
		}[where](),
	}),
	unreadable: ({ fault, path, code }) => ({ message: unreadable[fault](path, code), action: chooseFile() }),
	notOnDisk: ({ scheme }) => ({
		message: l10n.t(
			'The results view reads files on disk only, and this one is not ({0}). Save a copy on disk and open that.',
			scheme,
		),
		action: chooseFile(),
	}),
	invalidPattern: ({ reason }) => ({ message: l10n.t('This is not a regular expression ({0}).', reason) }),
	slowPattern: () => ({
		message: l10n.t('This regular expression takes too long. Write one that repeats fewer repeated parts.'),
	}),
	onlyInFiles: ({ what }) => ({ message: explainOnlyInFiles(what) }),
	invalidPlan: ({ problem }) => ({
		message: explainPlanProblem(problem),
		action: { label: l10n.t('Change the Export'), command: 'appErrors.exportErrors' },
	}),
	insecureDatabase: ({ address }) => ({
		message: l10n.t(
			'{0} is not encrypted: anyone on the way could read the password and the records. Use an https address.',
			address,
		),
		action: connectDatabase(),
	}),
	databaseNetwork: ({ fault, host, code, limit }) =>
		limit === undefined
			? { message: databaseNetwork[fault](host, code), action: showLog() }
			: { message: timeLimit[limit](host), action: changeTimeLimit(limit) },
	databaseNotConnected: ({ address, user }) => ({
		message: l10n.t(
			'The records are in the database at {0}, which is not connected here as the user {1}.',
			address,
			user || 'default',
		),
		action: { ...connectDatabase(), parameters: [{ url: address, user }] },
	}),
	databaseSignIn: ({ words }) => ({
		message: said(l10n.t('The database does not accept this user and password.'), words),
		action: connectDatabase(),
	}),
	databaseMissing: ({ words }) => ({
		message: said(
			l10n.t('The database does not have what was asked for. It may not be set up, or be of another version.'),
			words,
		),
	}),
	databaseForbidden: ({ words }) => ({
		message: said(l10n.t('The database refuses this user the right to do so.'), words),
	}),
	databaseTooMuch: ({ limit, words }) => ({ message: said(databaseTooMuch[limit](), words) }),
	databaseBusy: ({ words }) => ({
		message: said(l10n.t('The database takes no more questions for now. Try again later.'), words),
	}),
	databaseIncomplete: ({ words }) => ({
		message: said(
			l10n.t(
				'A part of the database cannot be reached, and without its records no answer would be whole. Try again later.',
			),
			words,
		),
	}),
	databaseCutsAnswers: ({ setting }) => ({
		message: l10n.t(
			'The database is set to leave something out of its answers without saying so ("{0}"), and this user may not change that. Ask for a user who may.',
			setting,
		),
	}),
	databaseAnswer: ({ fault }) => ({ message: databaseAnswer[fault](), action: showLog() }),
	datasetFields: ({ dataset, missing, unexpected }) => ({
		message: [
			l10n.t('The dataset {0} has records of other fields.', dataset),
			...(missing.length > 0 ? [l10n.t('It has, and these records have not: {0}.', missing.join(', '))] : []),
			...(unexpected.length > 0 ? [l10n.t('These records have, and it has not: {0}.', unexpected.join(', '))] : []),
			l10n.t('Choose the same fields, or load into another dataset.'),
		].join(' '),
	}),
	datasetLoad: ({ fault }) => ({ message: datasetLoad[fault]() }),
	databaseFailure: ({ status, code, words }) => ({
		message: said(
			code === undefined
				? l10n.t('The database failed (status {0}).', status)
				: l10n.t('The database failed (code {0}).', code),
			words,
		),
		action: showLog(),
	}),
	engineStopped: () => ({
		message: l10n.t('The part that talks to the service stopped unexpectedly. It starts again with the next command.'),
		action: showLog(),
	}),
	cancelled: () => ({ message: l10n.t('Cancelled.') }),
};

export function explainPlanProblem(problem: PlanProblem): string {
	switch (problem.kind) {
		case 'applicationId':
			return l10n.t('"{0}" is not an application ID. It is a number such as 2599.', problem.text);
		case 'noFields':
			return l10n.t('No field is chosen. Choose at least one.');
		case 'unknownField':
			return l10n.t(
				'The field {0} is not known. Add it in the setting "App Errors: Additional Fields" if the service has it.',
				problem.field,
			);
		case 'duplicateFilter':
			return l10n.t('{0} has two filters. The service compares a field with one value only.', problem.field);
		case 'deviceTwice':
			return l10n.t('{0} and {1} are the same devices. Choose one of the two.', problem.field, problem.hashed);
		case 'filterValue':
			return {
				integer: l10n.t('{0} is compared with a whole number.', problem.field),
				oneOf: l10n.t('{0} does not have this value. Choose one of the list.', problem.field),
				someText: l10n.t('{0} needs a value. The service cannot filter by an empty one.', problem.field),
			}[problem.expected];
		case 'limit':
			return l10n.t('The limit is a whole number above zero, or nothing for no limit.');
		case 'rangeOrder':
			return l10n.t('The range ends before it begins: {0} is later than {1}.', problem.since, problem.until);
		case 'rangeYear':
			return l10n.t(
				'The year {0} is long before there were records. Write one from {1} on.',
				String(problem.year).padStart(4, '0'),
				problem.earliest,
			);
	}
}

const unexpectedBody: Record<Extract<Problem, { kind: 'unexpectedBody' }>['found'], () => string> = {
	html: () =>
		l10n.t('The service answered with a web page instead of data, so nothing was kept. Check the service address.'),
	empty: () => l10n.t('The service answered with nothing at all, not even a header, so nothing was kept. Try again.'),
	text: () => l10n.t('The service answered with a text instead of data, so nothing was kept.'),
	json: () => l10n.t('The service answered with JSON that is not what was asked for, so nothing was kept.'),
	csv: () => l10n.t('The service answered with CSV although JSON was asked for, so nothing was kept.'),
	values: () => l10n.t('Among the records the service sent there are values that are no records, so nothing was kept.'),
	error: () => l10n.t('The service tells of an error beside the records, so nothing was kept. Try again.'),
};

const brokenBody: Record<Extract<Problem, { kind: 'brokenBody' }>['fault'], () => string> = {
	shorterThanAnnounced: () => l10n.t('shorter than announced'),
	longerThanAnnounced: () => l10n.t('longer than announced'),
	quoteNotClosed: () => l10n.t('cut inside a quoted value'),
	recordNotFinished: () => l10n.t('cut inside a record'),
	jsonNotClosed: () => l10n.t('cut before the end of the JSON'),
	jsonMalformed: () => l10n.t('not well-formed JSON'),
	gzip: () => l10n.t('damaged compression'),
	connectionLost: () => l10n.t('the connection was lost'),
};

const network: Record<Extract<Problem, { kind: 'network' }>['fault'], (host: string, code: string) => string> = {
	refused: (host) => l10n.t('{0} refuses the connection. Check the service address, and whether it is running.', host),
	unknownHost: (host) =>
		l10n.t('There is no host {0}, or there is no network. Check the service address and your connection.', host),
	reset: (host) => l10n.t('{0} closed the connection without an answer. Try again.', host),
	timeout: (host) => l10n.t('{0} did not answer in time. Check your connection, or try again later.', host),
	unreachable: (host) => l10n.t('There is no way to {0}. Check your connection.', host),
	other: (host, code) => l10n.t('The connection to {0} failed ({1}).', host, code),
};

const databaseNetwork: typeof network = {
	...network,
	refused: (host) =>
		l10n.t('{0} refuses the connection. Check the address, and whether the database is running.', host),
	unknownHost: (host) =>
		l10n.t('There is no host {0}, or there is no network. Check the address and your connection.', host),
};

const databaseTooMuch: Record<Extract<Problem, { kind: 'databaseTooMuch' }>['limit'], () => string> = {
	time: () => l10n.t('This takes the database longer than it may. Narrow the range, or add a filter.'),
	memory: () => l10n.t('This takes the database more memory than it may. Narrow the range, or add a filter.'),
	rows: () => l10n.t('This is more than may be read at once. Narrow the range, or add a filter.'),
	disk: () => l10n.t('The database has no room left on its disk.'),
};

const datasetLoad: Record<Extract<Problem, { kind: 'datasetLoad' }>['fault'], () => string> = {
	takenOver: () =>
		l10n.t(
			'Nothing was loaded: this load stood still for so long that another one took its place. Load the records again.',
		),
	incomplete: () =>
		l10n.t('Nothing was loaded: the database does not have all the records that it took. Load the records again.'),
};

const databaseAnswer: Record<Extract<Problem, { kind: 'databaseAnswer' }>['fault'], () => string> = {
	cut: () => l10n.t('The answer of the database ended before it was whole, so nothing of it is shown. Try again.'),
	changed: () => l10n.t('Records that were counted are no longer in the database. Open them again.'),
	alike: () =>
		l10n.t(
			'The database has different records that it cannot tell apart here, so none of them is shown. Choose another order or filter.',
		),
	malformed: () => l10n.t('The database answered in a form that is not known.'),
	notDatabase: () => l10n.t('What answers at this address is not a ClickHouse database. Check the address.'),
};

const timeLimit: Record<keyof Timeouts, (host: string) => string> = {
	connect: (host) =>
		l10n.t('No connection to {0} came about in time. Check your connection, or allow more time to connect.', host),
	headers: (host) =>
		l10n.t('{0} did not begin to answer in time. Try again later, or allow more time for an answer.', host),
	silentBody: (host) =>
		l10n.t('{0} stopped in the middle of its answer. Try again, or allow more time for such a silence.', host),
};

function changeTimeLimit(limit: keyof Timeouts): NonNullable<Explanation['action']> {
	return {
		label: l10n.t('Change Time Limit'),
		command: 'appErrors.openSettings',
		parameters: [`appErrors.timeouts.${limit}Seconds`],
	};
}

const disk: Record<Extract<Problem, { kind: 'disk' }>['fault'], (path: string, code: string) => string> = {
	full: (path) => l10n.t('The disk is full: {0} could not be written.', path),
	almostFull: (path) =>
		l10n.t('The disk is almost full, and what is left is not for exports: {0} was not written.', path),
	denied: (path) => l10n.t('{0} cannot be used: access is denied. Choose a folder you may read and write.', path),
	missing: (path) => l10n.t('{0} is not there. Make the folder or choose another.', path),
	exists: (path) => l10n.t('{0} is in the way. Remove it or choose another folder.', path),
	other: (path, code) => l10n.t('{0} could not be read or written ({1}). Choose another folder.', path, code),
};

/** With what was saved, and how to go on. */
function diskMessage(sentence: string, fault: keyof typeof disk, savedRows: number | undefined): string {
	const lacksRoom = fault === 'full' || fault === 'almostFull';
	if (savedRows !== undefined) {
		const saved = describeRecordCount(savedRows);
		return lacksRoom
			? l10n.t('{0} Saved so far: {1}. Free some space, then resume the export.', sentence, saved)
			: l10n.t('{0} Saved so far: {1}. Resume the export when it can be used again.', sentence, saved);
	}
	return lacksRoom ? l10n.t('{0} Nothing was kept. Free some space or choose another folder.', sentence) : sentence;
}

const unreadable: Record<Extract<Problem, { kind: 'unreadable' }>['fault'], (path: string, code: string) => string> = {
	missing: (path) => l10n.t('{0} is not there. It may have been moved or deleted.', path),
	denied: (path) => l10n.t('{0} may not be read by you. Change its permissions, or choose another file.', path),
	tooManyColumns: (path) =>
		l10n.t('{0} has too many columns for so many records: it cannot be shown as a table to its end.', path),
	workbook: (path) => l10n.t('{0} is a workbook of a spreadsheet program. Save it there as CSV, and open that.', path),
	binary: (path) => l10n.t('{0} holds no text, so there are no records in it that could be shown.', path),
	newerVersion: (path) =>
		l10n.t('{0} was written by a newer version of this extension, which has to be installed to open it.', path),
	notDataset: (path) => l10n.t('{0} does not say which records of which database it is about.', path),
	other: (path, code) => l10n.t('{0} could not be read ({1}). Choose another file.', path, code),
};

/** An account keeps its address: the setting is only what the next sign-in offers. */
function signInElsewhere(): NonNullable<Explanation['action']> {
	return { label: l10n.t('Sign In with Another Address'), command: 'appErrors.signIn' };
}

function connectDatabase(): NonNullable<Explanation['action']> {
	return { label: l10n.t('Connect a Database…'), command: 'appErrors.connectDatabase' };
}

function showLog(): NonNullable<Explanation['action']> {
	return { label: l10n.t('Show Log'), command: 'appErrors.showLog' };
}

function chooseFile(): NonNullable<Explanation['action']> {
	return { label: l10n.t('Choose File…'), command: 'appErrors.openResultsView', parameters: ['choose'] };
}

/** The service's own words, quoted as text: they are a stranger's. */
function said(sentence: string, words: string): string {
	return words === '' ? sentence : `${sentence} ${l10n.t('It says: "{0}"', words)}`;
}

function explainOnlyInFiles(what: OnlyInFiles): string {
	switch (what) {
		case 'pattern':
			return l10n.t(
				'The server cannot look for this regular expression in a column with so many values. Look for a text instead, or save the records as a file.',
			);
		case 'comparison':
			return l10n.t('Records on a server cannot be compared. Save them as files and compare these.');
		case 'sites':
			return l10n.t('Records on a server do not show in the code. Save them as a file to see where they lead.');
		case 'groups':
			return l10n.t('This table was not loaded with group keys. Group it by name or by a column.');
		case 'load':
			return l10n.t('Records on a server are not loaded into a dataset. Save them as a file and load that.');
	}
}
