using System.IO;
using System.Text.Json;

namespace Budget.Ledger;

/// <summary>All accounts in one file.</summary>
public sealed class LedgerFile
{
    private readonly string path;

    public LedgerFile(string path)
    {
        this.path = path;
    }

    public IReadOnlyList<Account> Load()
    {
        using FileStream stream = File.OpenRead(path);
        var names = JsonSerializer.Deserialize<List<string>>(stream);
        return names!.Select(name => new Account(name)).ToList();
    }

    /// <summary>Fails while another copy of the program, or a backup, has the file open.</summary>
    public void Save(IEnumerable<Account> accounts)
    {
        using FileStream stream = new(path, FileMode.Create, FileAccess.Write, FileShare.None);
        JsonSerializer.Serialize(stream, accounts.Select(account => account.Name));
    }
}
