import type * as vscode from 'vscode';
import { upsertMostRecent } from '../../core/common/mostRecent';
import { stateKeys } from '../../ids';
import type { ChosenComparison } from '../../shared/comparison';
import type { SavedComparisonPage } from '../../shared/protocols/comparisonProtocol';

/** Maximum number of files and synced sets whose last comparison is stored. */
const remembered = 50;

/** Stores the open comparisons, because a restarted extension host can't read the state of open pages. */
export class OpenComparisons {
	/** Comparisons that were open when this extension host started. */
	readonly before: readonly SavedComparisonPage[];

	constructor(private readonly state: vscode.Memento) {
		this.before = state.get<readonly SavedComparisonPage[]>(stateKeys.openComparisons, []);
	}

	lastWith(path: string): ChosenComparison | undefined {
		return this.used().find(({ after }) => after.path === path);
	}

	async use(chosen: ChosenComparison): Promise<void> {
		// Filters are not stored, because they may contain text from records.
		const { application, before, after, exposure } = chosen;
		const last = { application, before, after, exposure };
		const used = upsertMostRecent(this.used(), last, (other) => other.after.path === after.path, remembered);
		await this.state.update(stateKeys.usedComparisons, used);
	}

	private used(): readonly ChosenComparison[] {
		return this.state.get<readonly ChosenComparison[]>(stateKeys.usedComparisons, []);
	}

	async save(pages: readonly SavedComparisonPage[]): Promise<void> {
		await this.state.update(stateKeys.openComparisons, pages.length > 0 ? pages : undefined);
	}
}
