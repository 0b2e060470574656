using System;
using System.Collections.Generic;
using System.IO;
using Newtonsoft.Json.Linq;
using Org.OpenAPITools.Api;
using Org.OpenAPITools.Client;

public static class Program
{
    public static void Main(string[] arguments)
    {
        var nodes = new NodeDoApi(arguments[0]);
        var assets = new AssetDoApi(arguments[0]);
        var tree = nodes.NodeTree(new List<long> { -1 }, kind: 101, depth: 1);
        var search = nodes.NodeSearch(search: "", searchFileCategory: new List<int> { 1, 2 }, paginate: 2);
        var about = nodes.NodeAbout(about: true);
        var thumb = new MemoryStream();
        assets.AssetThumb(1000).Content.CopyTo(thumb);
        string code = null;
        try
        {
            assets.AssetDetails(424242);
        }
        catch (ApiException failure)
        {
            code = (string)JObject.Parse((string)failure.ErrorContent)["code"];
        }
        Console.WriteLine($"{tree.Data[0].Name} {search.Total} {about.Data.DefaultLanguage} {(thumb.Length > 100 ? "true" : "false")} {code}");
    }
}
