// Declares the commands of src/commands in package.json, and their titles in package.nls.json.
//     node scripts/manifest.mjs [--check]   --check writes nothing and exits with code 1 if a file is out of date
import { readFileSync, writeFileSync } from 'node:fs';
import { importTypeScript } from './importTypeScript.mjs';

/** @type {{ commandTable: import('../src/commands/definition.js').CommandDefinitions }} */
const { commandTable } = await importTypeScript('src/commands/commandTable.ts');
const commandEntries = Object.entries(commandTable);

const manifest = readJson('package.json');
Object.assign(manifest.contributes, {
	commands: commandEntries.map(([command, { icon }]) => ({
		command,
		category: '%category%',
		title: `%${titleKey(command)}%`,
		...(icon && { icon: `$(${icon})` }),
	})),
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
update('package.json', manifest);

const strings = Object.entries(readJson('package.nls.json'));
const first = strings.findIndex(([key]) => key.startsWith('command.'));
const others = strings.filter(([key]) => !key.startsWith('command.'));
const titles = commandEntries.map(([command, { title }]) => [titleKey(command), title]);
update('package.nls.json', Object.fromEntries([...others.slice(0, first), ...titles, ...others.slice(first)]));

function menus() {
	const items = commandEntries.flatMap(([command, { palette, menus = [] }]) => [
		...(palette === 'true' ? [] : [{ menu: 'commandPalette', command, when: palette }]),
		...menus.flat().map(({ menu, when, group }) => ({ menu, command, when, group })),
	]);
	/** @type {Record<string, object[]>} */
	const byMenu = {};
	for (const { menu, ...item } of items) {
		byMenu[menu] ??= [];
		byMenu[menu].push(item);
	}
	return byMenu;
}

/** @param {string} command */
function titleKey(command) {
	return command.replace('appErrors.', 'command.');
}

/** @param {string} file */
function readJson(file) {
	return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * @param {string} file
 * @param {object} content
 */
function update(file, content) {
	const text = `${JSON.stringify(content, undefined, '\t')}\n`;
	if (!process.argv.includes('--check')) {
		writeFileSync(file, text);
	} else if (readFileSync(file, 'utf8') !== text) {
		console.error(`${file} does not match src/commands: run "npm run manifest"`);
		process.exitCode = 1;
	}
}
