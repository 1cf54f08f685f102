import * as vscode from 'vscode';
import type { LinkedGroup } from '../../core/links/recordsLink';
import type { OfferedFilters } from '../../shared/protocols/resultsProtocol';

export interface WaitingFilters extends OfferedFilters {
	/** Group to select when it has been found in the records. */
	readonly group?: LinkedGroup | undefined;
}

export class FiltersToShow implements vscode.Disposable {
	private readonly waiting = new Map<string, WaitingFilters>();
	private readonly offered = new vscode.EventEmitter<vscode.Uri>();
	readonly onDidOffer = this.offered.event;

	offer(file: vscode.Uri, filters: WaitingFilters): void {
		this.waiting.set(file.toString(), filters);
		this.offered.fire(file);
	}

	has(file: vscode.Uri): boolean {
		return this.waiting.has(file.toString());
	}

	/** Returns the filters for a file and removes them, so that only one view applies them. */
	take(file: vscode.Uri): WaitingFilters | undefined {
		const filters = this.waiting.get(file.toString());
		this.waiting.delete(file.toString());
		return filters;
	}

	dispose(): void {
		this.offered.dispose();
	}
}
