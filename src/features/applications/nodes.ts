import type { Problem } from '../../core/common/errors';
import type { ApplicationsView } from '../../services/applications';
import type {
	ApplicationNode,
	DatabaseNode,
	DatasetNode,
	ExportNode,
	KeptNode,
	MappedTableNode,
	RunningNode,
} from '../../services/treeNodes';
import { explain } from '../../wording/problemMessages';
import type { ExportState } from './exportHistory';

export type TreeNode =
	| ApplicationNode
	| KeptNode
	| RunningNode
	| ExportNode
	| OlderNode
	| DatabaseNode
	| DatasetNode
	| MappedTableNode
	| NoteNode
	| ActionNode;

/** The older exports of a day, folded. */
export interface OlderNode {
	readonly kind: 'older';
	readonly applicationId: string;
	/** Midnight on this machine's clock. */
	readonly day: Date;
	readonly exports: readonly ExportNode[];
}

/** A row that says how things are. */
interface NoteNode {
	readonly kind: 'note';
	readonly note: Note;
}

export type Note =
	| { readonly about: 'listingFailure' | 'exportsFailure'; readonly problem: Problem }
	/** A fault of our own, with its details in the log. */
	| { readonly about: 'listingFault' | 'exportsFault' }
	/** Entries of the listing in which no ID was found. */
	| { readonly about: 'unreadable'; readonly count: number }
	| { readonly about: 'unreadableExports'; readonly count: number; readonly library: string }
	/** Of a database, by its name; without a problem it is a fault of our own. */
	| { readonly about: 'databaseFailure'; readonly connection: string; readonly problem: Problem | undefined }
	| { readonly about: 'noDatasets'; readonly connection: string }
	| { readonly about: 'noApplications' }
	| { readonly about: 'noMatch'; readonly filter: string };

/** A row that does something about the note above it. */
interface ActionNode {
	readonly kind: 'action';
	readonly action: NodeAction;
}

export type NodeAction =
	| { readonly kind: 'signIn' | 'retry' | 'enterId' | 'switchAccount' | 'clearFilter' | 'showLog' }
	/** What `wording.ts` offers for a problem, perhaps of one of several. */
	| { readonly kind: 'remedy'; readonly problem: Problem; readonly of?: string };

/** What stands above the applications. None of it takes the place of those that are known. */
export function notesAbove(view: ApplicationsView, exports: ExportState): TreeNode[] {
	return [...aboutListing(view), ...aboutExports(exports)];
}

export function noMatch(filter: string): TreeNode[] {
	return [note({ about: 'noMatch', filter }), action({ kind: 'clearFilter' })];
}

export function signInRow(): ActionNode {
	return action({ kind: 'signIn' });
}

function aboutListing({ listing, unreadable, nodes }: ApplicationsView): TreeNode[] {
	switch (listing.kind) {
		case 'failed':
			return [
				note({ about: 'listingFailure', problem: listing.problem }),
				...remedy(listing.problem),
				action({ kind: 'retry' }),
				action({ kind: 'enterId' }),
			];
		case 'broken':
			return [
				note({ about: 'listingFault' }),
				action({ kind: 'retry' }),
				action({ kind: 'enterId' }),
				action({ kind: 'showLog' }),
			];
		case 'loaded':
			if (unreadable > 0) {
				return [note({ about: 'unreadable', count: unreadable }), action({ kind: 'enterId' })];
			}
			return nodes.every(({ listed }) => !listed)
				? [note({ about: 'noApplications' }), action({ kind: 'enterId' }), action({ kind: 'switchAccount' })]
				: [];
		case 'unknown':
		case 'loading':
			return [];
	}
}

function aboutExports(exports: ExportState): TreeNode[] {
	switch (exports.kind) {
		case 'failed':
			return [note({ about: 'exportsFailure', problem: exports.problem })];
		case 'broken':
			return [note({ about: 'exportsFault' })];
		case 'listed': {
			const { unreadable, library } = exports;
			return unreadable > 0 ? [note({ about: 'unreadableExports', count: unreadable, library })] : [];
		}
	}
}

/** Entering an ID is offered after every failure, so it is no remedy of its own. */
export function remedy(problem: Problem, of?: string): TreeNode[] {
	const command = explain(problem).action?.command;
	return command && command !== 'appErrors.addApplication'
		? [action({ kind: 'remedy', problem, ...(of !== undefined && { of }) })]
		: [];
}

function note(value: Note): NoteNode {
	return { kind: 'note', note: value };
}

function action(value: NodeAction): ActionNode {
	return { kind: 'action', action: value };
}
