import { savedText } from './savedTexts';

const control = '\u001b[2J\u001b]0;x\u0007\r\u202e\u200b\u2028';
const day = { since: '2026-11-12', until: '2026-11-12' };
const runs = { range: day, fields: ['error_id'] };

/** Files that a hostile contributor could add to a repository. The `runnable` files are valid apart from ignored parts. */
export function hostileTexts(elsewhere: string): {
	readonly runnable: readonly string[];
	readonly refused: readonly string[];
} {
	return {
		runnable: [
			savedText({ ...runs, service: elsewhere, baseUrl: elsewhere, 'base-url': elsewhere, url: elsewhere }),
			savedText({ ...runs, application: { id: '103', service: elsewhere, account: 'ana', token: 'y0_secret' } }),
			savedText({ ...runs, token: 'y0_secret', 'token-command': 'touch owned', 'token-file': '/etc/passwd' }),
			savedText({ ...runs, out: '../../owned', library: '/tmp/owned', folder: '..', 'no-resume': true }),
			savedText({
				...runs,
				mappings: ['**/*'],
				program: 'touch owned',
				command: 'touch owned',
				shell: '`touch owned`',
			}),
			savedText({ ...runs, $schema: elsewhere, type: 'app-errors/export@1' }),
			savedText({ ...runs, name: '../../../owned.json' }),
			savedText({ ...runs, name: '[Run](command:workbench.action.quit) $(zap) `touch owned` $(touch owned)' }),
			savedText({ ...runs, name: `Export ${control}` }),
			savedText({ ...runs, application: { id: '103', name: `${control}[Shop](command:workbench.action.quit)` } }),
			savedText({
				...runs,
				toString: 'x',
				valueOf: 'x',
				hasOwnProperty: 'x',
				constructor: { prototype: { polluted: 1 } },
			}),
			savedText({ ...runs, x: 1 }).replace('"x"', '"__proto__"'),
			savedText({ ...runs, deviceKey: 'k', additionalFields: [{ name: 'secret', personal: false }] }),
			savedText({ ...runs, plan: { application: { id: '999' } }, zone: { kind: 'named', name: '../etc' } }),
		],
		refused: [
			'',
			'\0\0\0\0',
			'null',
			'"text"',
			'[]',
			'['.repeat(60_000),
			'{"a":'.repeat(10_000),
			`${'{"a":['.repeat(5_000)}${']}'.repeat(5_000)}`,
			'x'.repeat(10_000_000),
			savedText({ x: 'x'.repeat(10_000_000) }),
			`<<<<<<< HEAD\n${savedText()}\n=======\n${savedText()}\n>>>>>>> x\n`,
			savedText().replace('"name"', '"__proto__": 1, "__proto__": 2, "name"'),
			savedText().replace('"101"', '"101\0"'),
			savedText({ name: '\u202e\u200b\u2028' }),
			savedText({ name: ['x'] }),
			savedText({ name: { toString: 'x' } }),
			savedText({ application: { id: '../../101' } }),
			savedText({ application: { id: `101&token=${control}` } }),
			savedText({ application: { bundle: elsewhere } }),
			savedText({ application: { bundle: 'no.such.app' } }),
			savedText({ application: { id: '1'.repeat(30) } }),
			savedText({ range: elsewhere }),
			savedText({ range: { since: '0000-01-01', until: '9999-12-31' } }),
			savedText({ range: { lastDays: 1e300 } }),
			savedText({ range: { lastHours: Number.MAX_SAFE_INTEGER } }),
			savedText({ range: { since: 'file:///etc/passwd', until: '2026-11-12' } }),
			savedText({ fields: ['error&oauth_token=1'] }),
			savedText({ fields: ['../../etc/passwd'] }),
			savedText({ fields: Array.from({ length: 5_000 }, (_, at) => `field_${at}`) }),
			savedText({ filters: { 'os_name&service': elsewhere } }),
			savedText({ filters: { os_name: { $ne: 'ios' } } }),
			savedText({ filters: JSON.parse('{"__proto__": "x"}') }),
			savedText({ format: 'exe' }),
			savedText({ view: 'command:workbench.action.quit' }),
			savedText({ limit: -1 }),
			savedText({ chunk: 'second' }),
		],
	};
}
