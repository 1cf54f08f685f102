// Declares the commands of src/commands in package.json and package.nls.json, lists them in docs/commands.md, and writes
// the JSON schema of saved exports.
//     node scripts/manifest.mjs [--check]   --check writes nothing and exits with code 1 if a file is out of date
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { importTypeScript } from './importTypeScript.mjs';

/** @type {{ commandTable: import('../src/commands/definition.js').CommandDefinitions }} */
const { commandTable } = await importTypeScript('src/commands/commandTable.ts');
/** @type {typeof import('../src/commands/definition.js')} */
const { submenus, when: conditions } = await importTypeScript('src/commands/definition.ts');
/** @type {typeof import('../src/core/savedExports/savedExportSchema.js')} */
const { savedExportSchema } = await importTypeScript('src/core/savedExports/savedExportSchema.ts');
const submenuEntries = Object.entries(submenus);
const commandEntries = Object.entries(commandTable);

const manifest = readJson('package.json');
Object.assign(manifest.contributes, {
	commands: commandEntries.map(([command, { icon }]) => ({
		command,
		category: '%category%',
		title: `%${titleKey(command)}%`,
		...(icon && { icon: `$(${icon})` }),
	})),
	submenus: submenuEntries.map(([id]) => ({ id, label: `%${submenuKey(id)}%` })),
	menus: menus(),
	keybindings: commandEntries.flatMap(([command, { keys = [] }]) =>
		keys.map(({ key, mac = key.replaceAll('ctrl', 'cmd'), args, when }) => ({
			command,
			key,
			...(mac !== key && { mac }),
			...(args && { args }),
			when,
		})),
	),
});
update('package.json', toJson(manifest));

const strings = Object.entries(readJson('package.nls.json'));
const first = strings.findIndex(([key]) => key.startsWith('command.'));
const others = strings.filter(([key]) => !/^(?:command|submenu)\./.test(key));
const titles = [
	...commandEntries.map(([command, { title }]) => [titleKey(command), title]),
	...submenuEntries.map(([id, { title }]) => [submenuKey(id), title]),
];
update('package.nls.json', toJson(Object.fromEntries([...others.slice(0, first), ...titles, ...others.slice(first)])));
update('docs/commands.md', guide());
update('schemas/savedExport.schema.json', toJson(savedExportSchema()));

function menus() {
	/** @type {{ menu: string, command?: string, submenu?: string, when: string, group?: string }[]} */
	const items = commandEntries.flatMap(([command, { palette, menus = [] }]) => [
		...(palette === conditions.always ? [] : [{ menu: 'commandPalette', command, when: palette }]),
		...menus.flat().map(({ menu, when, group }) => ({ menu, command, when, group })),
	]);
	for (const [submenu, { menus }] of submenuEntries) {
		items.push(...menus.flat().map(({ menu, when, group }) => ({ menu, submenu, when, group })));
	}
	/** @type {Record<string, object[]>} */
	const byMenu = {};
	for (const { menu, ...item } of items) {
		byMenu[menu] ??= [];
		byMenu[menu].push(item);
	}
	return byMenu;
}

function guide() {
	const { always, never } = conditions;
	const sections = [
		['Always in the Command Palette', listed((palette) => palette === always)],
		['In the Command Palette when they apply', listed((palette) => palette !== always && palette !== never)],
		['Only in menus and links, or with keys', listed((palette) => palette === never)],
	];
	return [
		'# Commands',
		'Look up all commands and their default keys. On macOS, press Cmd instead of Ctrl unless other keys are listed.',
		...sections.map(([heading, lines]) => `## ${heading}\n\n${lines}`),
	]
		.join('\n\n')
		.concat('\n');
}

/** @param {(palette: string) => boolean} isListed */
function listed(isListed) {
	const lines = commandEntries
		.filter(([, { palette }]) => isListed(palette))
		.map(([, { title, keys = [] }]) => {
			const labels = new Set(
				keys.map(({ key, mac, args }) =>
					[keyLabel(key), ...(mac ? [`(macOS: ${keyLabel(mac)})`] : []), ...(args ? [`(${args})`] : [])].join(' '),
				),
			);
			return `- *${title}*${labels.size > 0 ? `: ${[...labels].join(', ')}` : ''}`;
		});
	return [...new Set(lines)].sort((a, b) => a.localeCompare(b, 'en')).join('\n');
}

/** @param {string} key */
function keyLabel(key) {
	return key.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** @param {string} command */
function titleKey(command) {
	return command.replace('appErrors.', 'command.');
}

/** @param {string} id */
function submenuKey(id) {
	return id.replace('appErrors.', 'submenu.');
}

/** @param {string} file */
function readJson(file) {
	return JSON.parse(readFileSync(file, 'utf8'));
}

/** @param {object} content */
function toJson(content) {
	return `${JSON.stringify(content, undefined, '\t')}\n`;
}

/** @param {string} file @param {string} text */
function update(file, text) {
	if (!process.argv.includes('--check')) {
		writeFileSync(file, text);
	} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
		console.error(`${file} does not match src: run "npm run manifest"`);
		process.exitCode = 1;
	}
}
