using System.Linq;
using UnityEngine;
using UnityEngine.UI;

namespace Blocks
{
    public class ScoreView : MonoBehaviour
    {
        [SerializeField] private Text label;
        [SerializeField] private Text[] bestLabels;

        private int[] best = new int[0];

        public void Show(int score)
        {
            label.text = score.ToString("N0");
        }

        public void OnShareClicked()
        {
            int first = best.OrderByDescending(value => value).First();
            GUIUtility.systemCopyBuffer = $"My best score: {first:N0}";
        }

        public void ShowBest(int[] scores)
        {
            best = scores;
            for (int place = 0; place < scores.Length; place++)
            {
                bestLabels[place].text = scores[place].ToString("N0");
            }
        }
    }
}
