import * as vscode from 'vscode';
import type { VersionPlace } from '../../services/revisions/revisions';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { changesSince } from './changesSince';
import { introducedBetween } from './introducedBetween';
import { openAsOf } from './openAsOf';

/** The code as it was in versions, and what was committed since. */
export function register({ commands, engine, revisions }: Services): vscode.Disposable {
	const store = new DisposableStore();
	store.add(commands.register('appErrors.openAsOf', (of) => openAsOf(placeOf(of), revisions)));
	store.add(commands.register('appErrors.changesSince', (of) => changesSince(placeOf(of), revisions, engine)));
	store.add(commands.register('appErrors.introducedBetween', (between) => introducedBetween(between, revisions)));
	return store;
}

/** What a link hands over has gone through JSON, and its address with it. */
function placeOf(of: VersionPlace | undefined): VersionPlace | undefined {
	return of && { ...of, file: vscode.Uri.from(of.file) };
}
