import { isObject, parseJson } from '../../common/parseJson';

export interface ServerStart {
	readonly command: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
}

export type ConfigurationForm = 'json' | 'toml';

/**
 * Returns the command that starts the script with the Node.js runtime of a program such as VS Code. Arguments need no
 * quoting, because clients run the command without a shell.
 */
export function startOfServer(program: string, script: string): ServerStart {
	return { command: program, args: [script, 'mcp'], env: { ELECTRON_RUN_AS_NODE: '1' } };
}

const serverName = 'app-errors';

export function getConfiguration(form: ConfigurationForm, start: ServerStart): string {
	return form === 'json'
		? `${JSON.stringify({ mcpServers: { [serverName]: start } }, undefined, '\t')}\n`
		: getTable(start);
}

/** Adds the server to a client's configuration. Returns undefined if rewriting the text could lose content. */
export function withServer(form: ConfigurationForm, text: string, start: ServerStart): string | undefined {
	if (text.trim() === '') {
		return getConfiguration(form, start);
	}
	return form === 'json' ? withMember(text, start) : withTable(text, start);
}

function withMember(text: string, start: ServerStart): string | undefined {
	const whole = parsed(text);
	const servers = whole?.['mcpServers'] ?? {};
	if (!whole || !isObject(servers)) {
		return undefined;
	}
	const indent = /^[ \t]+/m.exec(text)?.[0] ?? '\t';
	const merged = { ...whole, mcpServers: { ...servers, [serverName]: start } };
	return `${JSON.stringify(merged, undefined, indent)}\n`;
}

/** Parses a JSON object. Returns undefined if rewriting the text would lose comments, duplicate keys, or digits. */
function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
	const value = parseJson(text);
	return isObject(value) && withoutBlanks(text) === withoutBlanks(JSON.stringify(value)) ? value : undefined;
}

function withoutBlanks(text: string): string {
	return text.replace(/\s/g, '');
}

/** Appends a TOML table for the server. An existing table isn't changed, because TOML has many notations. */
function withTable(text: string, start: ServerStart): string | undefined {
	if (text.includes(serverName) || /mcp_servers[ \t]*=/.test(text) || /"""|'''/.test(text)) {
		return undefined;
	}
	return `${text.replace(/\n?$/, '\n')}\n${getTable(start)}`;
}

function getTable({ command, args, env }: ServerStart): string {
	const variables = Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
	return [
		`[mcp_servers.${serverName}]`,
		`command = ${JSON.stringify(command)}`,
		`args = ${JSON.stringify(args)}`,
		`env = { ${variables.join(', ')} }\n`,
	].join('\n');
}
