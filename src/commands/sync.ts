import { and, type CommandDefinitions, onRow, when } from './definition';

export const syncCommands = {
	'appErrors.syncRecords': {
		title: 'Sync Records…',
		arguments: 'application',
		palette: when.mayBeSignedIn,
		menus: [onRow(/^application/, '1_export@2')],
	},
	'appErrors.editSyncSettings': {
		title: 'Edit Sync Settings…',
		arguments: 'syncedSet',
		palette: and(when.signedIn, when.hasExports),
		menus: [onRow(/^synced\b(?!.*(syncing|otherWindow|unreadable))/, '1_open@4')],
	},
	'appErrors.exportSyncedRecords': {
		title: 'Export Date Range…',
		arguments: 'syncedSet',
		palette: when.hasExports,
		menus: [onRow(/^synced\b(?!.*unreadable)/, '2_file@2')],
	},
	'appErrors.openSyncedRecords': {
		title: 'Open Synced Records',
		arguments: 'syncedSet',
		palette: when.hasExports,
		menus: [onRow(/^synced\b(?!.*unreadable)/, '1_open@1')],
	},
	'appErrors.syncNow': {
		title: 'Sync Now',
		icon: 'sync',
		arguments: 'syncedSet',
		palette: and(when.signedIn, when.hasExports),
		menus: [onRow(/^synced\b(?!.*(syncing|otherWindow|paused|unreadable))/, 'inline@0', '1_open@2')],
	},
	'appErrors.stopSync': {
		title: 'Stop Sync',
		icon: 'debug-stop',
		arguments: 'syncedSet',
		palette: when.never,
		menus: [onRow(/^synced\b.*syncing/, 'inline@0', '1_open@2')],
	},
	'appErrors.pauseSync': {
		title: 'Pause Sync',
		arguments: 'syncedSet',
		palette: when.never,
		menus: [onRow(/^synced\b(?!.*(syncing|otherWindow|paused|unreadable))/, '1_open@3')],
	},
	'appErrors.resumeSync': {
		title: 'Resume Sync',
		arguments: 'syncedSet',
		palette: when.never,
		menus: [onRow(/^synced\b.*paused/, '1_open@3')],
	},
	'appErrors.revealSyncedRecords': {
		title: 'Open Containing Folder',
		arguments: 'syncedSet',
		palette: when.never,
		menus: [onRow(/^synced/, '2_file@1')],
	},
	'appErrors.deleteSyncedRecords': {
		title: 'Delete Synced Records…',
		arguments: 'syncedSet',
		palette: when.never,
		menus: [onRow(/^synced\b(?!.*(syncing|otherWindow))/, '3_delete@1')],
	},
} as const satisfies CommandDefinitions;
