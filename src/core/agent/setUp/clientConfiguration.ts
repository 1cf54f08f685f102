import { isObject } from '../../plan/decodePlan';

/** How a client is told to start a server. */
export interface ServerStart {
	readonly command: string;
	readonly args: readonly string[];
}

export type ConfigurationForm = 'json' | 'toml';

/** The server by its name in configurations. */
const serverName = 'app-errors';

/** A configuration that has nothing else. */
export function configurationOf(form: ConfigurationForm, start: ServerStart): string {
	return form === 'json'
		? `${JSON.stringify({ mcpServers: { [serverName]: start } }, undefined, '\t')}\n`
		: tableOf(start);
}

/**
 * The text of a configuration with the server in it, all else as it was.
 *
 * @returns undefined where it is not certain that nothing would be lost
 */
export function withServer(form: ConfigurationForm, text: string, start: ServerStart): string | undefined {
	if (text.trim() === '') {
		return configurationOf(form, start);
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

/** Undefined for what is no object, or is written so that writing it again would change it: with comments, twice, too long. */
function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) && withoutBlanks(text) === withoutBlanks(JSON.stringify(value)) ? value : undefined;
	} catch {
		return undefined;
	}
}

function withoutBlanks(text: string): string {
	return text.replace(/\s/g, '');
}

/** A table may be written in many ways; where there may be one already, a person has to look. */
function withTable(text: string, start: ServerStart): string | undefined {
	if (text.includes(serverName) || /mcp_servers[ \t]*=/.test(text) || /"""|'''/.test(text)) {
		return undefined;
	}
	return `${text.replace(/\n?$/, '\n')}\n${tableOf(start)}`;
}

/** Strings of JSON are strings of TOML. */
function tableOf({ command, args }: ServerStart): string {
	return `[mcp_servers.${serverName}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`;
}
