import type * as vscode from 'vscode';
import { normalizeService } from '../../core/export/model/names';
import type { Services } from '../../services/services';
import { type Disposable, DisposableStore } from '../../shared/disposables';
import { explainBadge } from '../../wording/newsMessages';

/** Counts on the view's icon the new groups of errors of all kept records, where that is wanted. */
export function showNewsBadge(
	view: Pick<vscode.TreeView<unknown>, 'badge'>,
	{ accounts, kept, keptMarks, settings }: Pick<Services, 'accounts' | 'kept' | 'keptMarks' | 'settings'>,
): Disposable {
	const store = new DisposableStore();
	const draw = () => {
		const sets = settings.showsNewsBadge ? keptMarks.news : [];
		const value = sets.reduce((sum, { appeared }) => sum + appeared, 0);
		view.badge = value > 0 ? { value, tooltip: explainBadge(sets) } : undefined;
	};
	store.add(keptMarks.onDidChange(draw));
	// Another window may have looked, or updated.
	store.add(kept.onDidChange(draw));
	store.add(settings.onDidChange('appErrors.whatsNew.badge', draw));
	store.add(
		accounts.onDidChange(() => {
			const services = accounts.known?.all.map(({ service }) => normalizeService(service));
			if (services) {
				void keptMarks.forgetNews(({ service }) => !services.includes(service));
			}
		}),
	);
	draw();
	return store;
}
