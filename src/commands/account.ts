import { and, type CommandDefinitions, inViewTitle, when } from './definition';

export const accountCommands = {
	'appErrors.signIn': {
		title: 'Sign In',
		icon: 'sign-in',
		palette: when.always,
		menus: [inViewTitle('1_account@4')],
	},
	'appErrors.signOut': {
		title: 'Sign Out…',
		arguments: 'account',
		palette: when.signedIn,
		menus: [inViewTitle('1_account@5', when.signedIn)],
	},
	'appErrors.switchAccount': {
		title: 'Switch Account…',
		icon: 'account',
		palette: when.signedIn,
		menus: [inViewTitle('1_account@1', when.signedIn)],
	},
	'appErrors.checkToken': {
		title: 'Check Token',
		palette: and(when.signedIn, when.noResultsView),
	},
	'appErrors.replaceToken': {
		title: 'Replace Token…',
		arguments: 'account',
		palette: and(when.signedIn, when.noResultsView),
		menus: [inViewTitle('1_account@3', when.signedIn)],
	},
	'appErrors.openWalkthrough': {
		title: 'How to Get a Token',
		palette: when.always,
		menus: [inViewTitle('3_help@1')],
	},
	'appErrors.openAppRegistration': {
		title: 'Open App Registration Page',
		palette: when.never,
	},
	'appErrors.requestToken': {
		title: 'Request a Token…',
		palette: when.never,
	},
	'appErrors.copyRedirectUri': {
		title: 'Copy Redirect URI',
		palette: when.never,
	},
	'appErrors.copyPermission': {
		title: 'Copy Permission Name…',
		arguments: 'permission',
		palette: when.never,
	},
} as const satisfies CommandDefinitions;
