import type { Problem } from '../../core/common/errors';
import type { ApplicationsView } from '../../services/applications';
import type {
	ApplicationNode,
	DatabaseNode,
	DatasetNode,
	ExportNode,
	MappedTableNode,
	RunningNode,
	SavedExportNode,
	SyncedSetNode,
} from '../../services/treeNodes';
import { explain } from '../../wording/problemMessages';
import type { ExportState } from './exportHistory';

export type TreeNode =
	| ApplicationNode
	| SyncedSetNode
	| RunningNode
	| SavedExportNode
	| ExportNode
	| OlderNode
	| DatabaseNode
	| DatasetNode
	| MappedTableNode
	| NoteNode
	| ActionNode;

export interface OlderNode {
	readonly kind: 'older';
	readonly applicationId: string;
	readonly day: Date;
	readonly exports: readonly ExportNode[];
}

interface NoteNode {
	readonly kind: 'note';
	readonly note: Note;
}

export type Note =
	| { readonly about: 'listingFailure' | 'exportsFailure'; readonly problem: Problem }
	| { readonly about: 'listingFault' | 'exportsFault' }
	| { readonly about: 'unreadable'; readonly count: number }
	| { readonly about: 'unreadableExports'; readonly count: number; readonly library: string }
	/** Failure of a database. `problem` is undefined if the error was unexpected. */
	| { readonly about: 'databaseFailure'; readonly connection: string; readonly problem: Problem | undefined }
	| { readonly about: 'noDatasets'; readonly connection: string }
	| { readonly about: 'noApplications' }
	| { readonly about: 'noMatch'; readonly filter: string };

interface ActionNode {
	readonly kind: 'action';
	readonly action: NodeAction;
}

export type NodeAction =
	| { readonly kind: 'signIn' | 'retry' | 'enterId' | 'switchAccount' | 'clearFilter' | 'showLog' }
	/** Action that an error message suggests. `of` identifies the affected item if there are several. */
	| { readonly kind: 'action'; readonly problem: Problem; readonly of?: string };

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
				...noteAction(listing.problem),
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

/**
 * Returns a row with the action that an error message suggests, if any. *Add Application* is omitted, because
 * another row offers this action.
 */
export function noteAction(problem: Problem, of?: string): TreeNode[] {
	const command = explain(problem).action?.command;
	return command && command !== 'appErrors.addApplication'
		? [action({ kind: 'action', problem, ...(of !== undefined && { of }) })]
		: [];
}

function note(value: Note): NoteNode {
	return { kind: 'note', note: value };
}

function action(value: NodeAction): ActionNode {
	return { kind: 'action', action: value };
}
