using System.Globalization;
using System.IO;
using System.Windows;
using Budget.Backup;
using Budget.Import;
using Budget.Ledger;

namespace Budget.Views;

public partial class MainWindow : Window
{
    private readonly LedgerFile file = new("ledger.json");
    private readonly BackupTask backup = new();
    private List<Account> accounts = [];

    public MainWindow()
    {
        InitializeComponent();
        accounts.AddRange(file.Load());
        Title = $"Budget, {accounts.Count} accounts";
    }

    private async void OnImportClick(object sender, RoutedEventArgs e)
    {
        await using FileStream stream = File.OpenRead(StatementPath.Text);
        var reader = new StatementReader(CultureInfo.CurrentCulture);
        foreach (Entry entry in await reader.ReadAsync(stream))
        {
            accounts[0].Add(entry);
        }
        AverageText.Text = accounts[0].AverageSpending().ToString("C");
        LargestText.Text = accounts[0].Largest().Text;
    }

    private void OnSaveClick(object sender, RoutedEventArgs e)
    {
        file.Save(accounts);
        backup.RunAsync("ledger.json").Wait();
    }
}
