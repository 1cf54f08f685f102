import type { FilterFault } from './filterFault';

/** Reason why a tool rejects a call. It contains no untrusted text from records or the service. */
export type RefusalReason =
	| { readonly kind: 'input'; readonly property: string; readonly expected: string }
	| { readonly kind: 'unknownExport' }
	| { readonly kind: 'unknownGroup' }
	| { readonly kind: 'unknownVersion' }
	| { readonly kind: 'notWhole' }
	/** The column contains personal data, whose values can be counted but not listed or filtered. */
	| { readonly kind: 'personalColumn' }
	| { readonly kind: 'unknownColumn'; readonly columns: readonly string[] }
	| { readonly kind: 'filter'; readonly fault: FilterFault; readonly at: number }
	| { readonly kind: 'noWorkspace' }
	| { readonly kind: 'outsideWorkspace' }
	| { readonly kind: 'missingFile' }
	| { readonly kind: 'noTrace' }
	| { readonly kind: 'rangeTooLong'; readonly days: number }
	| { readonly kind: 'badPlan'; readonly problem: string }
	| { readonly kind: 'signedOut' }
	| { readonly kind: 'untrusted' }
	| { readonly kind: 'alreadyRunning' }
	| { readonly kind: 'declined' }
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'failed'; readonly problem: string };

export class AgentRefusal extends Error {
	override readonly name = 'AgentRefusal';

	constructor(readonly reason: RefusalReason) {
		super(refusalText(reason));
	}
}

/** The message is always in English, because agents must get the same text from VS Code and the MCP server. */
function refusalText(reason: RefusalReason): string {
	switch (reason.kind) {
		case 'input':
			return `"${reason.property}" must be ${reason.expected}.`;
		case 'unknownExport':
			return 'Unknown export ID. IDs are valid for one session. Call list_exports to get the current IDs.';
		case 'unknownGroup':
			return 'Unknown group ID. IDs are valid for one session. Call top_groups to get the current IDs.';
		case 'unknownVersion':
			return 'The export has no records of that version. Call top_groups to see its most frequent versions.';
		case 'notWhole':
			return 'The export is incomplete because it is still running or was interrupted. Call list_exports to check its state. If it was interrupted, ask the user to resume it.';
		case 'personalColumn':
			return 'That column can identify a person or a device. Its values and filters by them are not available, only device counts.';
		case 'unknownColumn':
			return `Unknown column. Available columns: ${reason.columns.join(', ')}.`;
		case 'filter':
			return `Invalid filter at character ${reason.at}: ${filterFaults[reason.fault]}`;
		case 'noWorkspace':
			return 'No folder with source files is open, so code locations are unknown. Use top_groups instead.';
		case 'outsideWorkspace':
			return `The path is outside the workspace. ${sourcePath}`;
		case 'missingFile':
			return `The workspace has no such file. ${sourcePath}`;
		case 'noTrace':
			return 'The text contains no stack trace. Pass the complete text with its line endings.';
		case 'rangeTooLong':
			return `The range is longer than ${reason.days} days. Use a shorter range.`;
		case 'badPlan':
			return `The export request is not valid (${reason.problem}). Check the application, range, and filters.`;
		case 'signedOut':
			return 'No account with access to this application is signed in. Ask the user to sign in using the App Errors view.';
		case 'untrusted':
			return 'The workspace is not trusted, so requests to the service are disabled. Ask the user to trust the workspace.';
		case 'alreadyRunning':
			return 'An export of this application is already running. Call list_exports to check its state.';
		case 'declined':
			return 'The user declined the export. Do not ask again unless requested. Continue with the existing exports.';
		case 'text':
			return reason.text;
		case 'failed':
			return `The operation failed (${reason.problem}). Ask the user to check the App Errors view.`;
	}
}

const sourcePath =
	'Use an absolute path or a path relative to a workspace folder, and pass the line number separately.';

const filterFaults: Readonly<Record<FilterFault, string>> = {
	noField: 'use field:value, for example app_version_name:3.1 or error:~timeout, and quote values that contain spaces.',
	notClosed: 'unclosed quote, bracket, or regular expression.',
	noValue: 'missing value. Use field:* to match any value.',
	number: 'the value must be an integer.',
	time: 'a time must have the format YYYY-MM-DD or YYYY-MM-DDThh:mm:ss.',
	expression: 'invalid regular expression.',
	or: 'terms are combined with AND. Use field:(a,b) to match one of several values.',
	negation: 'only exact values and * can be negated.',
};
