import type * as vscode from 'vscode';
import { stateKeys } from '../../ids';
import type { SavedComparisonPage } from '../../shared/comparisonProtocol';

/**
 * Comparisons that are open in this window. They are stored, because a restarted extension host can't read the state of
 * pages that the previous extension host opened.
 */
export class OpenComparisons {
	/** Comparisons that were open when this extension host started. */
	readonly before: readonly SavedComparisonPage[];

	/** @param state Persistent state of this window's workspace */
	constructor(private readonly state: vscode.Memento) {
		this.before = state.get<readonly SavedComparisonPage[]>(stateKeys.openComparisons, []);
	}

	async save(pages: readonly SavedComparisonPage[]): Promise<void> {
		await this.state.update(stateKeys.openComparisons, pages.length > 0 ? pages : undefined);
	}
}
