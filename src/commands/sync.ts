import { and, type CommandDefinitions, inSubmenu, onRow, when } from './definition';

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
		menus: [onRow(/^synced\b(?!.*(syncing|otherWindow|unreadable))/, '2_run@3')],
	},
	'appErrors.exportSyncedRecords': {
		title: 'Export Date Range…',
		arguments: 'syncedSet',
		palette: when.hasExports,
		menus: [inSubmenu('appErrors.saveAndCopy', '1_save@1', /^synced\b(?!.*unreadable)/)],
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
		menus: [onRow(/^synced\b(?!.*(syncing|otherWindow|paused|unreadable))/, 'inline@0', '2_run@1')],
	},
	'appErrors.stopSync': {
		title: 'Stop Sync',
		icon: 'debug-stop',
		arguments: 'syncedSet',
		palette: when.never,
		menus: [onRow(/^synced\b.*syncing/, 'inline@0', '2_run@1')],
	},
	'appErrors.pauseSync': {
		title: 'Pause Sync',
		arguments: 'syncedSet',
		palette: when.never,
		menus: [onRow(/^synced\b(?!.*(syncing|otherWindow|paused|unreadable))/, '2_run@2')],
	},
	'appErrors.resumeSync': {
		title: 'Resume Sync',
		arguments: 'syncedSet',
		palette: when.never,
		menus: [onRow(/^synced\b.*paused/, '2_run@2')],
	},
	'appErrors.revealSyncedRecords': {
		title: 'Open Containing Folder',
		arguments: 'syncedSet',
		palette: when.never,
		menus: [inSubmenu('appErrors.saveAndCopy', '2_folder', /^synced/)],
	},
	'appErrors.deleteSyncedRecords': {
		title: 'Delete Synced Records…',
		arguments: 'syncedSet',
		palette: when.never,
		menus: [onRow(/^synced\b(?!.*(syncing|otherWindow))/, '5_delete@1')],
	},
} as const satisfies CommandDefinitions;
