import * as vscode from 'vscode';
import type { OfferedFilters } from '../../shared/resultsProtocol';

/** Filters that results views are to show, from whoever sends a person there. */
export class FiltersToShow implements vscode.Disposable {
	private readonly waiting = new Map<string, OfferedFilters>();
	private readonly offered = new vscode.EventEmitter<vscode.Uri>();
	/** There are some for a file, which an open view of it may take. */
	readonly onDidOffer = this.offered.event;

	/** For the next view of the file that begins, or one that is open. */
	offer(file: vscode.Uri, filters: OfferedFilters): void {
		this.waiting.set(file.toString(), filters);
		this.offered.fire(file);
	}

	has(file: vscode.Uri): boolean {
		return this.waiting.has(file.toString());
	}

	/** Undefined where there are none, or another view took them. */
	take(file: vscode.Uri): OfferedFilters | undefined {
		const filters = this.waiting.get(file.toString());
		this.waiting.delete(file.toString());
		return filters;
	}

	dispose(): void {
		this.offered.dispose();
	}
}
