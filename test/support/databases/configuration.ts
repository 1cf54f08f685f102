export interface Ports {
	readonly http: number;
	readonly https: number;
	readonly tcp: number;
	readonly interserver: number;
}

export interface ServerSetup {
	readonly ports: Ports;
	readonly tls: boolean;
	readonly pair: readonly number[];
}

export const databasePassword = 'pa ss"wörd\'<&>';

const profiles: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
	admin: { log_queries: 1 },
	/** A user whose queries are read-only. `readonly: 1` also prevents changing settings. */
	strict: { readonly: 1, log_queries: 1 },
	reader: { readonly: 2, log_queries: 1 },
	/** A user whose query results silently omit unavailable shards. */
	careless: { readonly: 1, skip_unavailable_shards: 1 },
	small: { readonly: 2, max_memory_usage: 20_000_000 },
	poor: { max_memory_usage: 12_000_000, log_queries: 1 },
	single: { readonly: 2, max_concurrent_queries_for_user: 1 },
};

export function configuration(folder: string, { ports, tls, pair }: ServerSetup): string {
	const { http, https, tcp, interserver } = ports;
	return `<?xml version="1.0"?>
<clickhouse>
	<logger>
		<level>trace</level>
		<log>${folder}/log/server.log</log>
		<errorlog>${folder}/log/error.log</errorlog>
		<size>100M</size>
		<count>1</count>
	</logger>
	<listen_host>127.0.0.1</listen_host>
	<http_port>${http}</http_port>
	<tcp_port>${tcp}</tcp_port>
	<interserver_http_port>${interserver}</interserver_http_port>
	<interserver_http_host>127.0.0.1</interserver_http_host>
	${tls ? tlsOf(folder, https) : ''}
	<keep_alive_timeout>1</keep_alive_timeout>
	<max_connections>64</max_connections>
	<max_concurrent_queries>32</max_concurrent_queries>
	<mark_cache_size>67108864</mark_cache_size>
	<path>${folder}/data/</path>
	<tmp_path>${folder}/tmp/</tmp_path>
	<user_files_path>${folder}/user_files/</user_files_path>
	<format_schema_path>${folder}/format_schemas/</format_schema_path>
	<users_config>users.xml</users_config>
	<default_profile>admin</default_profile>
	<default_database>default</default_database>
	<timezone>UTC</timezone>
	<mlock_executable>false</mlock_executable>
	<query_log>
		<database>system</database>
		<table>query_log</table>
		<flush_interval_milliseconds>200</flush_interval_milliseconds>
	</query_log>
	<remote_servers>
		<half>${shard(tcp)}${shard(1)}</half>
		${pair.length > 0 ? `<pair>${pair.map(shard).join('')}</pair><first>${shard(pair[0] ?? 0)}</first>` : ''}
	</remote_servers>
</clickhouse>
`;
}

function shard(port: number): string {
	return `<shard><replica><host>127.0.0.1</host><port>${port}</port><user>admin</user><password>${xml(databasePassword)}</password></replica></shard>`;
}

export function users(): string {
	const names = Object.keys(profiles);
	const settings = (name: string) =>
		Object.entries(profiles[name] ?? {}).map(([setting, value]) => `<${setting}>${value}</${setting}>`);
	return `<?xml version="1.0"?>
<clickhouse>
	<profiles>${names.map((name) => `<${name}>${settings(name).join('')}</${name}>`).join('')}</profiles>
	<users>${names.map(userOf).join('')}</users>
	<quotas><free><interval><duration>3600</duration><queries>0</queries><errors>0</errors><result_rows>0</result_rows><read_rows>0</read_rows><execution_time>0</execution_time></interval></free></quotas>
</clickhouse>
`;
}

function userOf(name: string): string {
	return `<${name}><password>${xml(databasePassword)}</password><networks><ip>127.0.0.1</ip></networks><profile>${name}</profile><quota>free</quota></${name}>`;
}

function tlsOf(folder: string, port: number): string {
	return `<https_port>${port}</https_port>
	<openSSL><server>
		<certificateFile>${folder}/certificate.pem</certificateFile>
		<privateKeyFile>${folder}/key.pem</privateKeyFile>
		<verificationMode>none</verificationMode>
		<loadDefaultCAFile>false</loadDefaultCAFile>
	</server></openSSL>`;
}

function xml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
