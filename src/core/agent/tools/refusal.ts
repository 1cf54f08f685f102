import type { FilterFault } from './filterFault';

/** Why a tool has no answer. What is told of it has neither words of a record nor of the service, and says what to do. */
export type RefusalReason =
	| { readonly kind: 'input'; readonly property: string; readonly expected: string }
	| { readonly kind: 'unknownExport' }
	| { readonly kind: 'unknownGroup' }
	| { readonly kind: 'unknownVersion' }
	/** It was interrupted, or is still running. */
	| { readonly kind: 'notWhole' }
	/** Its records can be counted by devices, and are not to be told or asked about one by one. */
	| { readonly kind: 'personalColumn' }
	| { readonly kind: 'unknownColumn'; readonly columns: readonly string[] }
	| { readonly kind: 'filter'; readonly fault: FilterFault; readonly at: number }
	/** Nothing of the workspace can be looked at here. */
	| { readonly kind: 'noWorkspace' }
	| { readonly kind: 'rangeTooLong'; readonly days: number }
	| { readonly kind: 'badPlan'; readonly problem: string }
	| { readonly kind: 'signedOut' }
	| { readonly kind: 'untrusted' }
	| { readonly kind: 'alreadyRunning' }
	/** A person was asked, and did not agree. */
	| { readonly kind: 'declined' }
	/** Told by the engine, in these words. */
	| { readonly kind: 'told'; readonly text: string }
	/** The name of a problem of the product. */
	| { readonly kind: 'failed'; readonly problem: string };

export class AgentRefusal extends Error {
	override readonly name = 'AgentRefusal';

	constructor(readonly reason: RefusalReason) {
		super(refusalText(reason));
	}
}

/** In English whatever the language of the editor: an agent reads it, and the two doors say the same. */
function refusalText(reason: RefusalReason): string {
	switch (reason.kind) {
		case 'input':
			return `"${reason.property}" must be ${reason.expected}.`;
		case 'unknownExport':
			return 'There is no export of this ID. IDs hold for one session: call list_exports for those of now.';
		case 'unknownGroup':
			return 'There is no group of this ID in that list. IDs hold for one session: call top_groups for those of now.';
		case 'unknownVersion':
			return 'The export has no records of that version. Its most frequent versions are in the answer of top_groups.';
		case 'notWhole':
			return 'The export is not whole: it is running or was interrupted. Call list_exports to see which, and ask the user to resume it.';
		case 'personalColumn':
			return 'That column can point at a person or a device. Neither its values nor filters by them are available; devices are counts.';
		case 'unknownColumn':
			return `There is no such column. Columns that can be asked about: ${reason.columns.join(', ')}.`;
		case 'filter':
			return `The filter is not understood at character ${reason.at}: ${filterFaults[reason.fault]}`;
		case 'noWorkspace':
			return 'No folder with sources is open, so places in code are not known. Use top_groups instead.';
		case 'rangeTooLong':
			return `The range is longer than ${reason.days} days. Ask for a shorter one.`;
		case 'badPlan':
			return `The export cannot be asked for so (${reason.problem}). Check application, range and filters.`;
		case 'signedOut':
			return 'Nobody is signed in to a service with this application. Ask the user to sign in, in the App Errors view.';
		case 'untrusted':
			return 'The workspace is not trusted, so nothing is asked of a service. Ask the user.';
		case 'alreadyRunning':
			return 'An export of this application is running. Call list_exports for its state.';
		case 'declined':
			return 'The user did not agree to the export. Do not ask again unless they want it; go on with the exports that are there.';
		case 'told':
			return reason.text;
		case 'failed':
			return `It did not work (${reason.problem}). Ask the user to look at it in the App Errors view.`;
	}
}

const filterFaults: Readonly<Record<FilterFault, string>> = {
	noField: 'a term is field:value, such as app_version_name:3.1 or error:~timeout; quote values with blanks.',
	notClosed: 'a quote, bracket or expression is not closed.',
	noValue: 'there is no value; field:* is for any value.',
	number: 'the column has integers.',
	time: 'a time is yyyy-mm-dd or yyyy-mm-ddThh:mm:ss.',
	expression: 'the regular expression is none.',
	or: 'all terms hold at once; one of several values is field:(a,b).',
	negation: 'only exact values and * can be negated.',
};
