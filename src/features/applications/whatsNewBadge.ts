import type * as vscode from 'vscode';
import { normalizeService } from '../../core/export/model/names';
import type { Services } from '../../services/services';
import { type Disposable, DisposableStore } from '../../shared/disposables';
import { explainBadge } from '../../wording/whatsNewMessages';

export function showNewsBadge(
	view: Pick<vscode.TreeView<unknown>, 'badge'>,
	{
		accounts,
		syncedRecords,
		watermarks,
		settings,
	}: Pick<Services, 'accounts' | 'syncedRecords' | 'watermarks' | 'settings'>,
): Disposable {
	const store = new DisposableStore();
	const draw = () => {
		const sets = settings.showsNewsBadge ? watermarks.news : [];
		const value = sets.reduce((sum, { appeared }) => sum + appeared, 0);
		view.badge = value > 0 ? { value, tooltip: explainBadge(sets) } : undefined;
	};
	store.add(watermarks.onDidChange(draw));
	store.add(syncedRecords.onDidChange(draw));
	store.add(settings.onDidChange('appErrors.whatsNew.showBadge', draw));
	store.add(
		accounts.onDidChange(() => {
			const services = accounts.known?.all.map(({ service }) => normalizeService(service));
			if (services) {
				void watermarks.forgetNews(({ service }) => !services.includes(service));
			}
		}),
	);
	draw();
	return store;
}
