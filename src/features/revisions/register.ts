import * as vscode from 'vscode';
import type { VersionPlace } from '../../services/revisions/revisions';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { changesSince } from './changesSince';
import { showCommitOfFiles } from './commitPick';
import { introducedBetween } from './introducedBetween';
import { openAsOf } from './openAsOf';

export function register({ commands, engine, revisions }: Services): vscode.Disposable {
	const store = new DisposableStore();
	store.add(commands.register('appErrors.openFileAtVersion', (of) => openAsOf(getPlace(of), revisions)));
	store.add(
		commands.register('appErrors.showChangesSinceVersion', (of) => changesSince(getPlace(of), revisions, engine)),
	);
	store.add(
		commands.register('appErrors.findCommitsBetweenVersions', (between) => introducedBetween(between, revisions)),
	);
	store.add(commands.register('appErrors.showCommit', (of) => showCommitOfFiles(of, revisions)));
	return store;
}

/** Returns a copy of the argument with a URI object, because command links pass arguments as JSON. */
function getPlace(of: VersionPlace | undefined): VersionPlace | undefined {
	return of && { ...of, file: vscode.Uri.from(of.file) };
}
